# The whole tree builds the packages; the image has what is in those that serve and what they depend on, by the lock file.
# "docker buildx imagetools inspect node:22.23.3-bookworm-slim" prints the digest of the base image: check it before the
# first build, and take the new one with each new tag.
FROM node:22.23.3-bookworm-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392 AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY src/runtime/package.json src/runtime/
COPY src/tools/package.json src/tools/
RUN npm ci
COPY . .
RUN npm run --silent package -- --pack-destination /tmp
WORKDIR /app
RUN tar -xzf /tmp/plant-store-*.tgz --strip-components=1 && mkdir -p src/runtime src/tools \
  && tar -xzf /tmp/openapi-trellis-[0-9]*.tgz --strip-components=1 -C src/runtime
# The package leaves it to who installs it which databases it can open; the image opens both. The lock file has the versions.
# Without the workspace, npm would install the dependencies of the tools, too.
RUN cp /build/package-lock.json /build/.npmrc . && cp /build/src/tools/package.json src/tools/ \
  && npm pkg delete devDependencies && npm pkg set "dependencies.libsql=*" "dependencies.pg=*" \
  && npm ci --workspace=openapi-trellis --include-workspace-root

FROM node:22.23.3-bookworm-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392
# glibc gives the memory of large bodies back when they are freed (docs/limits.md).
ENV MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/data/plants.db
COPY --from=build /app /app
RUN mkdir /data && chown 1000:1000 /data
# A start keeps compiled code, which later ones can read.
RUN DATABASE_URL=sqlite:/tmp/plants.db ACCESS_TOKENS=build timeout 5 node /app/dist/src/main.js serve; rm -f /tmp/plants.db*
# The user "node" of the base image, by number, so that an orchestrator sees that it is not root.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT || process.env.PORT}/-/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/src/main.js"]
CMD ["serve"]
