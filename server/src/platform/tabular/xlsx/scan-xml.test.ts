import { describe, expect, it } from 'vitest'
import { createXmlScanner } from './scan-xml.ts'

/** The events of a document, the same however it is cut. */
function scan(document: string): string[] {
  const [whole = [], ...cut] = [document.length, 1, 3, 7].map((length) => events(document, length))
  for (const one of cut) expect(one).toEqual(whole)
  return whole
}

function events(document: string, length: number): string[] {
  const found: string[] = []
  let text = ''
  const take = (event: string) => {
    if (text !== '') found.push(text)
    text = ''
    found.push(event)
  }
  const scanner = createXmlScanner({
    open: (name, attributes) => take(`<${name} ${JSON.stringify(attributes)}`),
    close: (name) => take(`/${name}`),
    text: (more) => {
      text += more
    },
  })
  for (let at = 0; at < document.length; at += length) scanner.write(document.slice(at, at + length))
  scanner.end()
  return found
}

describe('createXmlScanner', () => {
  it.each([
    ['a declaration and spaces around the root', '<?xml version="1.0"?>\n<a/>\n', ['\n', '<a {}', '/a']],
    ['nested elements and text', '<a>x<b>y</b>z</a>', ['<a {}', 'x', '<b {}', 'y', '/b', 'z', '/a']],
    ['prefixes', '<x:a y:b="1"></x:a>', ['<a {"y:b":"1"}', '/a']],
    ['attributes in either quote', `<a b="1" c='"2"'/>`, ['<a {"b":"1","c":"\\"2\\""}', '/a']],
    ['space wherever it may be', '<a\n b = "1"\t></a >', ['<a {"b":"1"}', '/a']],
    ['> and / inside an attribute', '<a b="x>y/>z"/>', ['<a {"b":"x>y/>z"}', '/a']],
    ['entities', '<a b="&lt;&#65;">&amp;&quot;&apos;&gt;&#x4e00;</a>', ['<a {"b":"<A"}', `&"'>一`, '/a']],
    ['CDATA', '<a><![CDATA[<b>&amp;]]]]></a>', ['<a {}', '<b>&amp;]]', '/a']],
    ['comments and instructions', '<a><!-- <b> -- > --><?x <c> ?>y</a>', ['<a {}', 'y', '/a']],
    ['line ends, all as LF', '<a>1\r\n2\n3</a>', ['<a {}', '1\n2\n3', '/a']],
  ])('reads %s', (_, document, expected) => {
    expect(scan(document)).toEqual(expected)
  })

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ['an entity of its own', '<a>&b;</a>'],
    ['a bare ampersand', '<a>1 & 2</a>'],
    ['a character that is none', '<a>&#0;</a>'],
    ['a character beyond Unicode', '<a>&#x110000;</a>'],
    ['crossed tags', '<a><b></a></b>'],
    ['a tag closed twice', '<a></a></a>'],
    ['a tag never closed', '<a><b></b>'],
    ['a tag closed by a longer name', '<a></ab>'],
    ['an attribute without quotes', '<a b=c></a>'],
    ['a tag without a name', '<a>< b="1"/></a>'],
    ['no element at all', 'text'],
    ['nothing', ''],
    ['a cut', '<a b="1'],
    ['a cut comment', '<a/><!-- '],
    ['deep nesting', '<a>'.repeat(101) + '</a>'.repeat(101)],
  ])('refuses %s', (_, document) => {
    expect(() => scan(document)).toThrow('damaged')
  })

  it.each(['<a b="', '<a><!--', '<a>', '<a><![CDATA[', '<a '])(
    'refuses %j and then text without end',
    (start) => {
      const scanner = createXmlScanner({ open: () => {} })
      scanner.write(start)
      expect(() => {
        for (let i = 0; i < 20; i++) scanner.write('x'.repeat(100_000))
      }).toThrow('damaged')
    },
  )
})
