# The image contains Node, the libraries that it loads, and the npm package: nothing else, and no shell.
# docker build --tag fieldbridge .

# The package is the same for every processor, so it is built on the processor of this machine.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS package
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY README.md LICENSE config.example.yaml tsconfig.json ./
COPY scripts scripts
COPY mappings mappings
COPY src src
# It is built first (`prepare` in package.json). The image has no /usr/bin/env to find Node with.
RUN npm pack && tar -xzf fieldbridge-*.tgz && sed -i '1s|.*|#!/usr/local/bin/node|' package/dist/fieldbridge.js

# Scanners read these files to detect the libraries and their licences.
FROM node:24.21.0-bookworm-slim AS system
RUN mkdir -p /image/bridge /image/etc /image/tmp /image/var/lib/dpkg/status.d /empty \
    && chmod 1777 /image/tmp \
    && cp --parents --dereference /usr/local/bin/node $(ldd /usr/local/bin/node | grep -o '/[^ ]*') /image \
    && cp --dereference /etc/os-release /image/etc/os-release \
    && for each in libc6 libgcc-s1 libstdc++6; do \
        dpkg-query --status $each > /image/var/lib/dpkg/status.d/$each \
        && cp --parents --dereference /usr/share/doc/$each/copyright /image || exit 1; \
    done \
    && ln -s /opt/fieldbridge/dist/fieldbridge.js /image/usr/local/bin/fieldbridge

FROM scratch
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Fieldbridge" \
    org.opencontainers.image.description="A webhook-to-API bridge for the protected API of an appointment-booking calendar" \
    org.opencontainers.image.version="0.1.0" \
    org.opencontainers.image.revision="$REVISION" \
    org.opencontainers.image.licenses="MIT"
COPY --from=system /image /
COPY --from=package /build/package /opt/fieldbridge
COPY --from=system --chown=65532:65532 /empty /data
# A kubelet and a published port cannot reach 127.0.0.1; the root file system is read-only.
ENV PATH=/usr/local/bin \
    FIELDBRIDGE_HOST=0.0.0.0 \
    FIELDBRIDGE_STORE=sqlite:/data/fieldbridge.db
# config.yaml and mappings/ are mounted here.
WORKDIR /bridge
VOLUME ["/data"]
EXPOSE 8080
USER 65532:65532
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["fieldbridge", "health"]
ENTRYPOINT ["fieldbridge"]
CMD ["start"]
