/* validator1 on the library of xmlrpc-c: its server on Abyss, its client on curl. */

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xmlrpc-c/base.h>
#include <xmlrpc-c/client.h>
#include <xmlrpc-c/server.h>
#include <xmlrpc-c/server_abyss.h>

#define DATE "19980717T14:08:55"
#define NAMES "{s:i,s:i,s:i}"

typedef xmlrpc_value *method(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call);

static int easy(xmlrpc_env *env, xmlrpc_value *it) {
    int moe = 0, larry = 0, curly = 0;
    xmlrpc_decompose_value(env, it, "{s:i,s:i,s:i,*}", "moe", &moe, "larry", &larry, "curly", &curly);
    return moe + larry + curly;
}

static xmlrpc_value *array_of_structs(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    xmlrpc_value *array, *item;
    int sum = 0, curly;
    xmlrpc_decompose_value(env, params, "(A)", &array);
    for (int i = 0; !env->fault_occurred && i < xmlrpc_array_size(env, array); i++) {
        xmlrpc_array_read_item(env, array, i, &item);
        xmlrpc_decompose_value(env, item, "{s:i,*}", "curly", &curly);
        sum += curly;
    }
    return env->fault_occurred ? NULL : xmlrpc_int_new(env, sum);
}

static xmlrpc_value *count_entities(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    const char *text, *all = "<>&'\"";
    int counts[5] = {0};
    xmlrpc_decompose_value(env, params, "(s)", &text);
    if (env->fault_occurred) return NULL;
    for (const char *at = text; *at; at++) {
        const char *found = strchr(all, *at);
        if (found) counts[found - all]++;
    }
    return xmlrpc_build_value(env, "{s:i,s:i,s:i,s:i,s:i}", "ctLeftAngleBrackets", counts[0], "ctRightAngleBrackets",
        counts[1], "ctAmpersands", counts[2], "ctApostrophes", counts[3], "ctQuotes", counts[4]);
}

static xmlrpc_value *easy_struct(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    xmlrpc_value *it;
    xmlrpc_decompose_value(env, params, "(S)", &it);
    int sum = env->fault_occurred ? 0 : easy(env, it);
    return env->fault_occurred ? NULL : xmlrpc_int_new(env, sum);
}

static xmlrpc_value *echo_struct(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    xmlrpc_value *it;
    xmlrpc_decompose_value(env, params, "(S)", &it);
    return env->fault_occurred ? NULL : it;
}

static xmlrpc_value *many_types(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    xmlrpc_INCREF(params);
    return params;
}

static xmlrpc_value *moderate_array(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    xmlrpc_value *array, *first, *last;
    const char *begin, *end;
    xmlrpc_decompose_value(env, params, "(A)", &array);
    if (env->fault_occurred) return NULL;
    xmlrpc_array_read_item(env, array, 0, &first);
    xmlrpc_array_read_item(env, array, xmlrpc_array_size(env, array) - 1, &last);
    xmlrpc_read_string(env, first, &begin);
    xmlrpc_read_string(env, last, &end);
    if (env->fault_occurred) return NULL;
    char *joined = malloc(strlen(begin) + strlen(end) + 1);
    return xmlrpc_string_new(env, strcat(strcpy(joined, begin), end));
}

static xmlrpc_value *nested_struct(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    xmlrpc_value *day;
    xmlrpc_decompose_value(env, params, "({s:{s:{s:S,*},*},*})", "2000", "04", "01", &day);
    int sum = env->fault_occurred ? 0 : easy(env, day);
    return env->fault_occurred ? NULL : xmlrpc_int_new(env, sum);
}

static xmlrpc_value *simple_struct(xmlrpc_env *env, xmlrpc_value *params, void *info, void *call) {
    int number;
    xmlrpc_decompose_value(env, params, "(i)", &number);
    if (env->fault_occurred) return NULL;
    return xmlrpc_build_value(env, NAMES, "times10", number * 10, "times100", number * 100, "times1000", number * 1000);
}

static const struct { const char *name; method *call; } METHODS[] = {
    {"arrayOfStructsTest", array_of_structs}, {"countTheEntities", count_entities}, {"easyStructTest", easy_struct},
    {"echoStructTest", echo_struct}, {"manyTypesTest", many_types}, {"moderateSizeArrayCheck", moderate_array},
    {"nestedStructTest", nested_struct}, {"simpleStructReturnTest", simple_struct},
};

static void must(xmlrpc_env *env) {
    if (!env->fault_occurred) return;
    fprintf(stderr, "%s\n", env->fault_string);
    exit(1);
}

static void serve(xmlrpc_env *env) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *) &address, size) || listen(listener, 64)) exit(1);
    getsockname(listener, (struct sockaddr *) &address, &size);
    pid_t child = fork();
    if (child) {
        printf("http://127.0.0.1:%d/RPC2\n", ntohs(address.sin_port));
        fflush(stdout);
        while (getchar() != EOF) {}
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        return;
    }
    close(0);
    close(1);
    xmlrpc_registry *registry = xmlrpc_registry_new(env);
    must(env);
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        char name[64];
        snprintf(name, sizeof name, "validator1.%s", METHODS[i].name);
        struct xmlrpc_method_info3 method = {.methodName = name, .methodFunction = METHODS[i].call};
        xmlrpc_registry_add_method3(env, registry, &method);
        must(env);
    }
    xmlrpc_server_abyss_parms parms = {.registryP = registry, .socket_bound = 1, .socket_handle = listener};
    xmlrpc_server_abyss(env, &parms, XMLRPC_APSIZE(socket_handle));
    must(env);
}

/* A value as it is written; dates and doubles are written in one way here, whatever came. */
static char *written(xmlrpc_env *env, xmlrpc_value *it) {
    xmlrpc_mem_block *out = XMLRPC_MEMBLOCK_NEW(char, env, 0);
    xmlrpc_serialize_value(env, out, it);
    must(env);
    char *text = calloc(1, XMLRPC_MEMBLOCK_SIZE(char, out) + 1);
    return memcpy(text, XMLRPC_MEMBLOCK_CONTENTS(char, out), XMLRPC_MEMBLOCK_SIZE(char, out));
}

static xmlrpc_client *client;
static const char *url;

/* Asks, and says what came if it is not as expected, member order included: both sides keep it. */
static int ask(const char *name, xmlrpc_value *params, xmlrpc_value *expected) {
    xmlrpc_env env, here;
    xmlrpc_env_init(&env);
    xmlrpc_env_init(&here);
    char full[64];
    snprintf(full, sizeof full, "validator1.%s", name);
    xmlrpc_value *got;
    xmlrpc_server_info *server = xmlrpc_server_info_new(&here, url);
    xmlrpc_client_call2(&env, client, server, full, params, &got);
    if (env.fault_occurred) {
        printf("%s %s\n", name, env.fault_string);
        return 0;
    }
    char *said = written(&here, got);
    if (!strcmp(said, written(&here, expected))) return 1;
    for (char *at = said; *at; at++) if (*at == '\r' || *at == '\n') *at = ' ';
    printf("%s %s\n", name, said);
    return 0;
}

static void check(xmlrpc_env *env) {
    xmlrpc_client_setup_global_const(env);
    xmlrpc_client_create(env, XMLRPC_CLIENT_NO_FLAGS, "validator1", "1", NULL, 0, &client);
    must(env);
#define V(...) xmlrpc_build_value(env, __VA_ARGS__)
#define ASK(name, params, expected) ask(name, params, expected)
#define SAY(name, good) do { if (good) printf("%s ok\n", name); } while (0)
#define STOOGES(moe, larry, curly) V(NAMES, "moe", moe, "larry", larry, "curly", curly)
#define COUNTS(a, b, c, d, e) V("{s:i,s:i,s:i,s:i,s:i}", "ctLeftAngleBrackets", a, "ctRightAngleBrackets", b, \
    "ctAmpersands", c, "ctApostrophes", d, "ctQuotes", e)
    unsigned char bytes[256];
    for (int i = 0; i < 256; i++) bytes[i] = i;

    SAY("arrayOfStructsTest", ASK("arrayOfStructsTest", V("(())"), V("i", 0)) && ASK("arrayOfStructsTest",
        V("((VVV))", STOOGES(1, 2, -4), STOOGES(0, -1, 2147483647), STOOGES(3, 3, -2147483640)), V("i", 3)));
    SAY("countTheEntities", ASK("countTheEntities", V("(s)", ""), COUNTS(0, 0, 0, 0, 0))
        && ASK("countTheEntities", V("(s)", "<<>&'\"\" ]]> é 中\n"), COUNTS(2, 2, 1, 1, 2)));
    SAY("easyStructTest", ASK("easyStructTest", V("(V)", STOOGES(-1, -2147483640, 5)), V("i", -2147483636)));
    xmlrpc_value *all = V("{s:s,s:{},s:(()ibd{s:({s:s})}),s:8,s:6,s:s}", "", "", "a <&> é", "list", -1, 1, 0.1, "deep", "k",
        "中", "date", DATE, "bytes", bytes, (size_t) 256, "space", " \t\n ");
    SAY("echoStructTest", ASK("echoStructTest", V("({})"), V("{}")) && ASK("echoStructTest", V("(V)", all), all));
    xmlrpc_value *many = V("(ibsd86)", -2147483647 - 1, 0, "", -12.5, DATE, bytes, (size_t) 256);
    xmlrpc_value *more = V("(ibsd86)", 5, 1, "<&>\"' ]]> é 中", 0.1, DATE, bytes, (size_t) 0);
    SAY("manyTypesTest", ASK("manyTypesTest", many, many) && ASK("manyTypesTest", more, more));
    xmlrpc_value *strings = xmlrpc_array_new(env), *months = xmlrpc_struct_new(env), *days = xmlrpc_struct_new(env);
    for (int i = 0; i < 200; i++) xmlrpc_array_append_item(env, strings, V("s", i == 0 ? "中 & " : i == 199 ? " <é>" : ""));
    SAY("moderateSizeArrayCheck", ASK("moderateSizeArrayCheck", V("(V)", strings), V("s", "中 &  <é>")));
    for (int i = 1; i <= 31; i++) {
        char name[12];
        snprintf(name, sizeof name, "%02d", i);
        xmlrpc_struct_set_value(env, days, name, STOOGES(-i, 5, 10 * i));
        if (i <= 12) xmlrpc_struct_set_value(env, months, name, days);
    }
    SAY("nestedStructTest", ASK("nestedStructTest", V("({s:V})", "2000", months), V("i", 14)));
    SAY("simpleStructReturnTest",
        ASK("simpleStructReturnTest", V("(i)", -7), V(NAMES, "times10", -70, "times100", -700, "times1000", -7000)));
    must(env);
}

int main(int argc, char **argv) {
    xmlrpc_env env;
    xmlrpc_env_init(&env);
    unsigned int major, minor, point;
    if (argc == 2 && !strcmp(argv[1], "version")) {
        xmlrpc_version(&major, &minor, &point);
        printf("%u.%u.%u\n", major, minor, point);
    } else if (argc == 2 && !strcmp(argv[1], "serve")) {
        serve(&env);
    } else if (argc == 3 && !strcmp(argv[1], "check")) {
        url = argv[2];
        check(&env);
    } else {
        return 2;
    }
    return 0;
}
