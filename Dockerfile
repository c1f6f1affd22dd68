# syntax=docker/dockerfile:1
# The image of Kith: the package as it is published, its production dependencies, and Node from the package of the lock file.
# BASE needs glibc and libstdc++ alone; BUILDER npm, a shell and tar.
ARG BASE=debian:trixie-slim
ARG BUILDER=node:24-trixie-slim

FROM ${BUILDER} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY src/main/node/package.json src/main/node/
COPY src/sdk/package.json src/sdk/
# A private npm configuration is a build secret (--secret id=npmrc,src=$HOME/.npmrc), so that no layer keeps it.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp \
  && mkdir -p /image/bin /image/opt/kith /image/var/lib/kith /image/usr/share/kith \
  && npm run --silent sbom > /image/usr/share/kith/sbom.cdx.json \
  && npm prune --omit=dev --ignore-scripts \
  && tar -xzf /tmp/*.tgz -C /image/opt/kith --strip-components=1 \
  && mv node_modules/node-linux-*/bin/node /image/bin/node \
  && rm -rf node_modules/node-* node_modules/@kith-graph \
  && find node_modules -type d -empty -delete \
  && mv node_modules /image/opt/kith/

FROM ${BASE}
LABEL org.opencontainers.image.title="Kith" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /image/bin/node /usr/local/bin/node
COPY --from=build /image/opt/kith /opt/kith
COPY --from=build /image/usr/share/kith /usr/share/kith
COPY --from=build --chown=10001:10001 /image/var/lib/kith /var/lib/kith
# A container is reached from outside it; a store with demo keys refuses to be, so none is made unless asked for.
ENV NODE_ENV=production \
  HOME=/var/lib/kith \
  NODE_COMPILE_CACHE=/var/lib/kith/compile-cache \
  KITH_DATA_DIR=/var/lib/kith/data \
  MALLOC_ARENA_MAX=2 \
  KITH_HOST=0.0.0.0 \
  KITH_SAMPLE=off
USER 10001:10001
WORKDIR /var/lib/kith
VOLUME /var/lib/kith
EXPOSE 4000 4001
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.KITH_PORT ?? 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/kith/src/kith.js"]
CMD ["serve"]
