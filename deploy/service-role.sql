-- The role of the service in docker-compose.yml; `migrate` grants its rights.
\getenv password POSTGRES_SERVICE_PASSWORD
CREATE ROLE ramp_service LOGIN PASSWORD :'password';
