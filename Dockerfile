# The guard over HTTP, on CPUs: no torch, no compiler, no pip. How to run it: docs/service.md.
FROM python:3.11-slim AS build
WORKDIR /src
COPY . .
RUN python -m venv --without-pip /opt/faithstill \
    && python -m pip --python /opt/faithstill/bin/python install --no-cache-dir --disable-pip-version-check \
        --constraint constraints.txt ".[server]"
# What tokenizers brings to download models from a hub, which serving never does.
RUN python -m pip --python /opt/faithstill/bin/python uninstall --yes --quiet --root-user-action=ignore \
        huggingface_hub hf-xet fsspec httpx2 httpcore2 pyyaml tqdm filelock truststore

FROM python:3.11-slim
COPY --from=build /opt/faithstill /opt/faithstill
ENV PATH=/opt/faithstill/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
# A number, so that a cluster can see that it is not root's. Nothing but /tmp is written to.
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/healthz', timeout=2)"]
ENTRYPOINT ["faithstill"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
