# syntax=docker/dockerfile:1

# A tag may be given to another image: name the one that you have looked at by its digest (docs/operations/image.md).
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing here needs an install script. Optional packages are wanted: the compilers' native parts are among them.
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY src src
COPY sandbox sandbox
COPY tools/provider-kit tools/provider-kit
COPY client client
COPY web web
COPY migrations migrations
COPY scripts scripts
RUN npm run build
# Of everything that the service, its pages and the build are made of; the image keeps it beside the programs.
RUN npm sbom --package-lock-only --sbom-format=cyclonedx > dist/sbom.cdx.json

FROM ${NODE_IMAGE} AS run
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY --from=build /app/dist dist
# Where the simulator may keep its orders: a volume takes over whose it is.
RUN install -d -o 1000 -g 1000 /state
# The image's own user without rights; its number, so that an orchestrator can see that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The form without a shell: SIGTERM reaches the service itself. The options: docs/performance.md; for 256 MB: docs/operations/deploy.md.
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=64", "--heap-growing-percent=100", "dist/src/main.js"]
# Last: a changed revision invalidates the cache of what follows.
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ramp Checkout" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}"
