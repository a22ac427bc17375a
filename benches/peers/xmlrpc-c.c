/* xmlrpc-c: its client on curl, its server on Abyss. */

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <xmlrpc-c/base.h>
#include <xmlrpc-c/client.h>
#include <xmlrpc-c/server.h>
#include <xmlrpc-c/server_abyss.h>

static char *hello(const char *name) {
    char *text = malloc(strlen(name) + 9);
    sprintf(text, "Hello, %s!", name);
    return text;
}

static xmlrpc_value *hello_method(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    (void) info;
    (void) call;
    const char *name;
    xmlrpc_decompose_value(env, params, "(s)", &name);
    if (env->fault_occurred) return NULL;
    char *text = hello(name);
    xmlrpc_value *result = xmlrpc_string_new(env, text);
    free(text);
    free((void *) name);
    return result;
}

static void check(xmlrpc_env *env) {
    if (env->fault_occurred) {
        fprintf(stderr, "%s\n", env->fault_string);
        exit(1);
    }
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    long long x = *(const long long *) a, y = *(const long long *) b;
    return (x > y) - (x < y);
}

static void print(long long *times, int count) {
    qsort(times, count, sizeof *times, compare);
    printf("%f\n", times[count / 2] / 1000.0);
}

static void serve(xmlrpc_env *env) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *) &address, size) || listen(listener, 64)) exit(1);
    getsockname(listener, (struct sockaddr *) &address, &size);

    xmlrpc_registry *registry = xmlrpc_registry_new(env);
    check(env);
    struct xmlrpc_method_info3 method = {.methodName = "hello", .methodFunction = hello_method};
    xmlrpc_registry_add_method3(env, registry, &method);
    check(env);
    xmlrpc_server_abyss_parms parms = {0};
    parms.registryP = registry;
    parms.socket_bound = 1;
    parms.socket_handle = listener;
    parms.keepalive_timeout = 60;
    parms.keepalive_max_conn = 1000000;
    printf("http://127.0.0.1:%d/RPC2\n", ntohs(address.sin_port));
    fflush(stdout);
    xmlrpc_server_abyss(env, &parms, XMLRPC_APSIZE(socket_handle));
    check(env);
}

static xmlrpc_client *client(xmlrpc_env *env) {
    xmlrpc_client *client;
    xmlrpc_client_create(env, XMLRPC_CLIENT_NO_FLAGS, "bench", "1", NULL, 0, &client);
    check(env);
    return client;
}

int main(int argc, char **argv) {
    xmlrpc_env env;
    xmlrpc_env_init(&env);
    if (argc == 3 && !strcmp(argv[1], "direct")) {
        int count = atoi(argv[2]);
        long long begun = now();
        for (int i = 0; i < count; i++) {
            char *volatile text = hello("Greg");
            free(text);
        }
        printf("%f\n", (now() - begun) / 1000.0 / count);
    } else if (argc == 2 && !strcmp(argv[1], "serve")) {
        serve(&env);
    } else if (argc == 5) {
        int connected = !strcmp(argv[3], "connected"), count = atoi(argv[4]);
        long long *times = malloc(count * sizeof *times);
        xmlrpc_client_setup_global_const(&env);
        check(&env);
        xmlrpc_server_info *server = xmlrpc_server_info_new(&env, argv[2]);
        xmlrpc_client *kept = client(&env);
        for (int i = 0; i < count; i++) {
            long long begun = now();
            xmlrpc_client *one = connected ? kept : client(&env);
            xmlrpc_value *params = xmlrpc_build_value(&env, "(s)", "Greg"), *result;
            xmlrpc_client_call2(&env, one, server, "hello", params, &result);
            check(&env);
            const char *text;
            xmlrpc_read_string(&env, result, &text);
            if (strcmp(text, "Hello, Greg!")) return 1;
            free((void *) text);
            xmlrpc_DECREF(result);
            xmlrpc_DECREF(params);
            if (!connected) xmlrpc_client_destroy(one);
            times[i] = now() - begun;
        }
        print(times, count);
    } else {
        return 2;
    }
    return 0;
}
