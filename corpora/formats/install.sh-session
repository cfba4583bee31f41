$ curl -fsSL https://get.basin.example/install.sh | sh
Downloading https://dl.basin.example/v1.4.2/basin-x86_64.tar.gz ...
######################################################### 100.0%
$ git clone \
    https://code.basin.example/desk/tides.git
Cloning into 'tides'...
remote: https://code.basin.example/desk/tides/pulls/new/main
$ export BASIN_URL="https://${HOST}:8443/api"
$ basin login --server https://desk.basin.example/ --as ada
warning: see https://docs.basin.example/errors#E17: token expires soon
