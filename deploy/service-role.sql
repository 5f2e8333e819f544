-- The role that docker-compose.yml runs the service as; `migrate` grants it what it needs.
\getenv password POSTGRES_SERVICE_PASSWORD
CREATE ROLE ramp_service LOGIN PASSWORD :'password';
