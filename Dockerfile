# docker build -t urlmend . && docker run --rm -v "$PWD:/work:ro" urlmend lint .
FROM python:3.13-alpine AS build
COPY . /source
RUN python -m venv /opt/urlmend && /opt/urlmend/bin/pip install --no-cache-dir --no-compile /source \
    && /opt/urlmend/bin/pip uninstall --yes pip

FROM python:3.13-alpine
COPY --from=build /opt/urlmend /opt/urlmend
ENV PATH=/opt/urlmend/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["urlmend"]
CMD ["--help"]
