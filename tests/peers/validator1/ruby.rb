# validator1 on Ruby's xmlrpc, with WEBrick as its server.
require "socket"
require "xmlrpc/client"
require "xmlrpc/server"

DATE = XMLRPC::DateTime.new(1998, 7, 17, 14, 8, 55)
BYTES = (0..255).to_a.pack("C*")

def entities(*counts)
  names = %w[LeftAngleBrackets RightAngleBrackets Ampersands Apostrophes Quotes]
  names.map { |name| "ct#{name}" }.zip(counts).to_h
end

class Validator
  def arrayOfStructsTest(structs) = structs.sum { |it| it["curly"] }
  def countTheEntities(text) = entities(*["<", ">", "&", "'", '"'].map { |it| text.count(it) })
  def easyStructTest(it) = it["moe"] + it["larry"] + it["curly"]
  def echoStructTest(it) = typed(it)
  def manyTypesTest(*values) = typed(values)
  def moderateSizeArrayCheck(strings) = strings.first + strings.last
  def nestedStructTest(calendar) = easyStructTest(calendar["2000"]["04"]["01"])
  def simpleStructReturnTest(number) = { "times10" => number * 10, "times100" => number * 100, "times1000" => number * 1000 }

  private

  # Bytes come as a String that only its encoding tells from text, and would go as text.
  def typed(it)
    case it
    when Hash then it.transform_values { |value| typed(value) }
    when Array then it.map { |value| typed(value) }
    when String then it.encoding == Encoding::BINARY ? XMLRPC::Base64.new(it) : it
    else it
    end
  end
end

def serve
  port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }
  server = XMLRPC::Server.new(port, "127.0.0.1", 4, File::NULL, false)
  server.add_handler("validator1", Validator.new)
  server.add_multicall
  server.add_introspection
  Thread.new { server.serve }
  puts "http://127.0.0.1:#{port}/RPC2"
  $stdout.flush
  $stdin.read
end

def check(url)
  client = XMLRPC::Client.new2(url)
  # Dates have no equality that reads well, bytes no type.
  plain = lambda do |it|
    case it
    when Hash then it.to_h { |name, value| [name, plain.(value)] }
    when Array then it.map { |value| plain.(value) }
    when XMLRPC::DateTime then [:date, *it.to_a]
    when XMLRPC::Base64 then it.decoded.b
    when String then it.b
    else it
    end
  end
  ask = lambda do |name, *pairs|
    said = "ok"
    pairs.each do |arguments, expected|
      got = begin
        client.call("validator1.#{name}", *arguments)
      rescue StandardError => e
        e
      end
      said = got.inspect unless plain.(got) == plain.(expected)
    end
    puts "#{name} #{said}"
  end
  stooges = ->(moe, larry, curly) { { "moe" => moe, "larry" => larry, "curly" => curly } }

  array = [stooges.(1, 2, -4), stooges.(0, -1, 2147483647), stooges.(3, 3, -2147483640)]
  struct = { "" => "", "a <&> é" => {}, "list" => [[], -1, true, 0.1, { "deep" => [{ "k" => "😀" }] }], "date" => DATE,
             "bytes" => XMLRPC::Base64.new(BYTES), "space" => " \t\n " }
  many = [-2147483648, false, "", -12.5, DATE, XMLRPC::Base64.new(BYTES)]
  more = [5, true, "<&>\"' ]]> é 中 😀", 0.1, DATE, XMLRPC::Base64.new("")]
  days = (1..31).to_h { |day| ["%02d" % day, stooges.(-day, 5, 10 * day)] }
  calendar = { "2000" => (1..12).to_h { |month| ["%02d" % month, days] } }

  ask.("arrayOfStructsTest", [[[]], 0], [[array], 3])
  ask.("countTheEntities", [[""], entities(0, 0, 0, 0, 0)], [["<<>&'\"\" ]]> é 😀\n"], entities(2, 2, 1, 1, 2)])
  ask.("easyStructTest", [[stooges.(-1, -2147483640, 5)], -2147483636])
  ask.("echoStructTest", [[{}], {}], [[struct], struct])
  ask.("manyTypesTest", [many, many], [more, more])
  ask.("moderateSizeArrayCheck", [[["😀 & "] + [""] * 198 + [" <é>"]], "😀 &  <é>"])
  ask.("nestedStructTest", [[calendar], 14])
  ask.("simpleStructReturnTest", [[-7], { "times10" => -70, "times100" => -700, "times1000" => -7000 }])
end

def version
  puts Gem::Specification.find_by_name("xmlrpc").version
end

send(*ARGV)
