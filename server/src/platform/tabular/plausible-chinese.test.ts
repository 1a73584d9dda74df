import { describe, expect, it } from 'vitest'
import { encodeGbk } from '../../../test/support/encode-gbk.ts'
import { encodeText } from '../../../test/support/encode-text.ts'
import { createChineseCheck } from './plausible-chinese.ts'

/** Undefined if the bytes are not GB18030 at all. */
function isPlausible(bytes: Buffer): boolean | undefined {
  const check = createChineseCheck()
  try {
    check.look(new TextDecoder('gb18030', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
  return check.isPlausible()
}

describe('Chinese', () => {
  it.each([
    'phoneNumber,customerName\n13800138000,王小明\n',
    'phoneNumber,customerName\n13800138000,王\n',
    'name\n朱镕基\n',
    '姓名,地址\n李雷,A座3单元VIP客户\n韩梅梅,上海市浦东新区Apple店\n',
    '备注\n你好，世界！（２０２４）\n',
    '姓名\n张玥,王鑫,李珺\n',
  ])('is plausible: %j', (text) => {
    expect(isPlausible(encodeGbk(text))).toBe(true)
  })
})

describe('another language', () => {
  it.each([
    ['German', 'name,city\nJürgen,Köln am Rhein\n'],
    ['German of one letter', 'name\nJürgen\n'],
    ['German with two accents side by side', 'size\nGröße\n'],
    ['French', 'name\nélève\n'],
    ['Swedish', 'name\nBjörn Åkesson\n'],
    ['Spanish', 'name\nMuñoz\n'],
    ['degrees', 'weather\n5°C\n'],
    ['a Swedish word of two letters', 'name\nÅs\n'],
  ])('in Windows-1252 is not: %s', (_, text) => {
    expect(isPlausible(Buffer.from(text, 'latin1'))).toBe(false)
  })

  it.each([
    ['Shift_JIS', '名前,山田太郎\n', 'shift_jis'],
    ['Big5', 'name\n陳志明\n林淑芬\n台北市信義區信義路五段7號\n', 'big5'],
    ['Big5 of two characters', 'name\n阿明\n', 'big5'],
    ['Windows-1251', 'name\nИван Петров\nМосква\n', 'windows-1251'],
  ])('in %s is not', (_, text, encoding) => {
    expect(isPlausible(encodeText(text, encoding))).not.toBe(true)
  })
})
