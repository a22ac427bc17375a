// validator1 on XmlRpc++, as ROS has it. Its parser refuses self-closed tags.

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <xmlrpcpp/XmlRpc.h>

using XmlRpc::XmlRpcClient;
using XmlRpc::XmlRpcServer;
using XmlRpc::XmlRpcServerMethod;
using XmlRpc::XmlRpcValue;

static int easy(XmlRpcValue &it) { return int(it["moe"]) + int(it["larry"]) + int(it["curly"]); }

static XmlRpcValue entities(const std::string &text) {
    static const char *const names[] = {"LeftAngleBrackets", "RightAngleBrackets", "Ampersands", "Apostrophes", "Quotes"};
    XmlRpcValue counts;
    for (int i = 0; i < 5; i++) {
        int count = 0;
        for (char byte : text) count += byte == "<>&'\""[i];
        counts[std::string("ct") + names[i]] = count;
    }
    return counts;
}

static XmlRpcValue times(int number) {
    XmlRpcValue it;
    it["times10"] = number * 10;
    it["times100"] = number * 100;
    it["times1000"] = number * 1000;
    return it;
}

static XmlRpcValue answer(const std::string &name, XmlRpcValue &params) {
    XmlRpcValue &it = params[0];
    if (name == "arrayOfStructsTest") {
        int sum = 0;
        for (int i = 0; i < it.size(); i++) sum += int(it[i]["curly"]);
        return sum;
    }
    if (name == "countTheEntities") return entities(it);
    if (name == "easyStructTest") return easy(it);
    if (name == "echoStructTest") return it;
    if (name == "manyTypesTest") return params;
    if (name == "moderateSizeArrayCheck") return std::string(it[0]) + std::string(it[it.size() - 1]);
    if (name == "nestedStructTest") return easy(it["2000"]["04"]["01"]);
    return times(it);
}

static const char *const METHODS[] = {"arrayOfStructsTest", "countTheEntities", "easyStructTest", "echoStructTest",
    "manyTypesTest", "moderateSizeArrayCheck", "nestedStructTest", "simpleStructReturnTest"};

struct Method : XmlRpcServerMethod {
    std::string name;
    Method(const std::string &name, XmlRpcServer *server) : XmlRpcServerMethod("validator1." + name, server), name(name) {}
    void execute(XmlRpcValue &params, XmlRpcValue &result) override { result = answer(name, params); }
};

static void serve() {
    XmlRpcServer server;
    std::vector<Method *> methods;
    for (const char *name : METHODS) methods.push_back(new Method(name, &server));
    if (!server.bindAndListen(0)) exit(1);
    pid_t child = fork();
    if (!child) {
        close(0);
        close(1);
        server.work(-1);
        _exit(0);
    }
    std::cout << "http://127.0.0.1:" << server.get_port() << "/RPC2" << std::endl;
    while (getchar() != EOF) {}
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

static XmlRpcValue stooges(int moe, int larry, int curly) {
    XmlRpcValue it;
    it["moe"] = moe;
    it["larry"] = larry;
    it["curly"] = curly;
    return it;
}

template <typename... Values> static XmlRpcValue array(Values... values) {
    XmlRpcValue all;
    all.setSize(sizeof...(values));
    int at = 0;
    int unused[] = {0, (all[at++] = values, 0)...};
    (void) unused;
    return all;
}

static XmlRpcValue of_xml(const std::string &xml) {
    int offset = 0;
    return XmlRpcValue(xml, &offset);
}

static void check(const std::string &url) {
    const std::string address = url.substr(7, url.find('/', 7) - 7);
    const int port = std::stoi(address.substr(address.find(':') + 1));
    XmlRpcClient client(address.substr(0, address.find(':')).c_str(), port, "/RPC2");
    auto ask = [&](const std::string &name, std::vector<std::pair<XmlRpcValue, XmlRpcValue>> pairs) {
        std::string said = "ok";
        for (auto &pair : pairs) {
            XmlRpcValue got;
            if (!client.execute(("validator1." + name).c_str(), pair.first, got)) said = "no answer";
            else if (got.toXml() != pair.second.toXml()) said = got.toXml();
        }
        for (char &byte : said) if (byte == '\n' || byte == '\r') byte = ' ';
        std::cout << name << ' ' << said << std::endl;
    };
    tm day = {};
    // As they are written, and not as a tm has them elsewhere.
    day.tm_year = 1998, day.tm_mon = 7, day.tm_mday = 17, day.tm_hour = 14, day.tm_min = 8, day.tm_sec = 55;
    char bytes[256];
    for (int i = 0; i < 256; i++) bytes[i] = char(i);
    XmlRpcValue date(&day), all(bytes, 256), none(bytes, 0), yes(true), no(false);
    XmlRpcValue null = of_xml("<value><array><data></data></array></value>");
    XmlRpcValue empty = of_xml("<value><struct></struct></value>");

    XmlRpcValue struct_, deep, smiling;
    smiling["k"] = std::string("😀");
    deep["deep"] = array(smiling);
    struct_[""] = std::string();
    struct_["a <&> é"] = empty;
    struct_["list"] = array(null, XmlRpcValue(-1), yes, XmlRpcValue(0.5), deep);
    struct_["date"] = date;
    struct_["bytes"] = all;
    struct_["space"] = std::string(" \t\n ");
    XmlRpcValue many = array(XmlRpcValue(-2147483647 - 1), no, XmlRpcValue(std::string()), XmlRpcValue(-12.5), date, all);
    XmlRpcValue more = array(XmlRpcValue(5), yes, XmlRpcValue(std::string("<&>\"' ]]> é 中 😀")), XmlRpcValue(0.5), date, none);
    XmlRpcValue strings, calendar;
    strings.setSize(200);
    for (int i = 0; i < 200; i++) strings[i] = std::string(i == 0 ? "😀 & " : i == 199 ? " <é>" : "");
    for (int month = 1; month <= 12; month++) for (int number = 1; number <= 31; number++) {
        char names[2][12];
        snprintf(names[0], 12, "%02d", month);
        snprintf(names[1], 12, "%02d", number);
        calendar["2000"][std::string(names[0])][std::string(names[1])] = stooges(-number, 5, 10 * number);
    }

    ask("arrayOfStructsTest", {{array(null), 0},
        {array(array(stooges(1, 2, -4), stooges(0, -1, 2147483647), stooges(3, 3, -2147483640))), 3}});
    const std::string marks = "<<>&'\"\" ]]> é 😀\n";
    ask("countTheEntities", {{array(XmlRpcValue(std::string())), entities("")}, {array(XmlRpcValue(marks)), entities(marks)}});
    ask("easyStructTest", {{array(stooges(-1, -2147483640, 5)), -2147483636}});
    ask("echoStructTest", {{array(empty), empty}, {array(struct_), struct_}});
    ask("manyTypesTest", {{many, many}, {more, more}});
    ask("moderateSizeArrayCheck", {{array(strings), std::string("😀 &  <é>")}});
    ask("nestedStructTest", {{array(calendar), 14}});
    ask("simpleStructReturnTest", {{array(XmlRpcValue(-7)), times(-7)}});
}

int main(int argc, char **argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    XmlRpc::setVerbosity(0);
    if (command == "version") std::cout << XmlRpc::XMLRPC_VERSION << std::endl;
    else if (command == "serve") serve();
    else if (command == "check" && argc == 3) check(argv[2]);
    else return 2;
}
