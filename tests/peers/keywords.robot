*** Comments ***
The Remote library calls our server: ${URL} is given at the command line.

*** Settings ***
Library    Remote    ${URL}
Library    Collections

*** Variables ***
${NASTY}    <&>"' ]]> é 中 😀

*** Test Cases ***
Text Comes Back
    FOR    ${text}    IN    ${EMPTY}    ${SPACE}    x    ${NASTY}    line\nline
        ${got}    Echo    ${text}
        Should Be Equal    ${got}    ${text}
    END

Every Type Comes Back
    ${struct}    Evaluate    {"": "", "a": {}, "list": [[], -1, True, 0.5, {"k": "😀"}]}
    FOR    ${value}    IN    ${-2147483648}    ${True}    ${-12.5}    ${{[]}}    ${{[1, ["x"]]}}    ${{ {} }}    ${struct}
        ${got}    Echo    ${value}
        Should Be Equal    ${got}    ${value}
        ${same}    Evaluate    str(type($got)) == str(type($value)) or isinstance($value, (list, dict))
        Should Be True    ${same}
    END

What XML Cannot Carry Goes As Bytes
    ${all}    Evaluate    bytes(range(256))
    ${got}    Echo    ${all}
    Should Be Equal    ${got}    ${all}
    ${got}    Echo    bell\x07
    Should Be Equal    ${got}    ${{b'bell\x07'}}

Nothing Is An Empty Text
    ${got}    Echo    ${None}
    Should Be Equal    ${got}    ${EMPTY}

Positions And Names
    ${got}    Join    a    b    separator=-
    Should Be Equal    ${got}    a-b
    ${got}    Join    a    b
    Should Be Equal    ${got}    ab

A Keyword That Fails
    Run Keyword And Expect Error    out of <stock> 😀    Fails    out of <stock> 😀

A Server That Has A Fault
    Run Keyword And Expect Error    *None of that name*    Faults
