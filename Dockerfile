# Mnema's server. NOT YET RUN: where it was written there is no Docker engine.
FROM node:22-bookworm AS build
WORKDIR /app
COPY . .
RUN node scripts/setup.mjs && npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/.weights ./.weights
RUN mkdir /data && chown node /data
USER node
ENV MNEMA_DATA=/data
EXPOSE 8787
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "--host", "0.0.0.0"]
