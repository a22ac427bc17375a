# Ruby's xmlrpc on WEBrick.
require "socket"
require "xmlrpc/client"
require "xmlrpc/server"

def hello(name)
  "Hello, #{name}!"
end

def median(count)
  times = Array.new(count) do
    begun = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
    yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - begun
  end
  times.sort[count / 2] / 1000.0
end

command, *rest = ARGV
case command
when "direct"
  count = rest[0].to_i
  begun = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
  count.times { hello("Greg") }
  puts (Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - begun) / 1000.0 / count
when "serve"
  port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }
  server = XMLRPC::Server.new(port, "127.0.0.1", 64, File::NULL, false)
  server.add_handler("hello") { |name| hello(name) }
  puts "http://127.0.0.1:#{port}/RPC2"
  $stdout.flush
  server.serve
else
  url, way, count = rest
  ask = ->(client) { raise "wrong" unless client.call("hello", "Greg") == "Hello, Greg!" }
  client = lambda do |connection|
    made = XMLRPC::Client.new2(url)
    made.http_header_extra = { "Connection" => connection }
    made
  end
  kept = client.("keep-alive")
  puts median(count.to_i) { ask.(way == "connected" ? kept : client.("close")) }
end
