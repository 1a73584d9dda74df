// Real bytes of real languages: an encoding is detected where that is certain, and asked for otherwise, never guessed wrong.
import { describe, expect, it } from 'vitest'
import { encodeText } from '../../test/support/encode-text.ts'
import { createEncodingChoice } from './choose-encoding.ts'

function choose(bytes: Buffer, chunk = bytes.length) {
  const choice = createEncodingChoice()
  for (let at = 0; at < bytes.length; at += chunk) choice.look(bytes.subarray(at, at + chunk))
  return choice.finish()
}

const rowsOf = (names: string[], repeats = 1) =>
  `phoneNumber,name\r\n${names
    .map((name, index) => `1380013${8000 + index},${name}\r\n`)
    .join('')
    .repeat(repeats)}`

const western = (text: string) => Buffer.from(text, 'latin1')

const CHINESE = ['王小明', '李雷', '韩梅梅', '欧阳娜娜', '上海市浦东新区世纪大道100号']
const TAIWAN = ['陳志明', '林淑芬', '黃俊傑', '台北市信義區信義路五段7號', '聯絡人']
const JAPAN = ['山田太郎', '佐藤花子', '高橋健一', '東京都新宿区西新宿2丁目', 'フリガナ ヤマダ']
const KOREA = ['김민준', '이서연', '박지훈', '서울특별시 강남구 테헤란로', '고객 메모']
const GERMAN = ['Jürgen Groß', 'Käthe Müller', 'Björn Schäfer', 'Düsseldorf', 'Straße 5', 'Österreich']
const FRENCH = ['Hélène Lefèvre', 'François Côté', 'Besançon', 'Élodie Noël', 'À côté']
const RUSSIAN = ['Иван Петров', 'Мария Иванова', 'Москва', 'Санкт-Петербург']

describe('is certain', () => {
  it.each([
    ['Chinese in GBK', 'gb18030', encodeText(rowsOf(CHINESE), 'gb18030')],
    ['one Chinese name', 'gb18030', encodeText(rowsOf(['王小明']), 'gb18030')],
    ['one Chinese character', 'gb18030', encodeText(rowsOf(['王']), 'gb18030')],
    ['a rare Chinese character', 'gb18030', encodeText(rowsOf(['喆']), 'gb18030')],
    ['rare Chinese names', 'gb18030', encodeText(rowsOf(['张玥', '王鑫', '李珺', '朱镕基']), 'gb18030')],
    ['a long list in GBK', 'gb18030', encodeText(rowsOf(CHINESE, 2000), 'gb18030')],
    ['Chinese in Big5', 'big5', encodeText(rowsOf(TAIWAN), 'big5')],
    ['a long list in Big5', 'big5', encodeText(rowsOf(TAIWAN, 2000), 'big5')],
    ['Japanese in Shift_JIS', 'shift_jis', encodeText(rowsOf(JAPAN), 'shift_jis')],
    ['a long list in Shift_JIS', 'shift_jis', encodeText(rowsOf(JAPAN, 2000), 'shift_jis')],
    ['Japanese in EUC-JP', 'euc-jp', encodeText(rowsOf(JAPAN), 'euc-jp')],
    ['Korean', 'euc-kr', encodeText(rowsOf(KOREA), 'euc-kr')],
  ])('of %s: %s', (_, encoding, bytes) => {
    expect(choose(bytes).certain).toBe(encoding)
    // A character may lie across two reads.
    expect(choose(bytes, 7).certain).toBe(encoding)
  })
})

describe('asks, with what the likely encodings make of some cells', () => {
  it.each([
    ['German with one umlaut', 'windows-1252', ['Jürgen']],
    ['German', 'windows-1252', GERMAN],
    ['German with many umlauts', 'windows-1252', Array(300).fill(GERMAN).flat()],
    ['French', 'windows-1252', FRENCH],
    ['a Swedish word of two letters', 'windows-1252', ['Ås']],
    ['Spanish', 'windows-1252', ['Muñoz', 'José']],
  ])('of %s in Windows-1252', (_, encoding, names) => {
    const { certain, candidates } = choose(western(rowsOf(names)))
    expect(certain).toBeUndefined()
    expect(candidates[0]?.encoding).toBe(encoding)
    expect(candidates[0]?.sample).toContain(names[0])
    expect(new Set(candidates.map(({ sample }) => sample)).size).toBe(candidates.length)
  })

  it.each([
    ['Russian in Windows-1251', 'windows-1251', RUSSIAN],
    ['a Russian word in Windows-1251', 'windows-1251', ['Дом']],
    ['Russian in KOI8-R', 'koi8-r', RUSSIAN],
    ['a name in Big5', 'big5', ['陳志明']],
    ['two characters in Big5', 'big5', ['阿明']],
    ['a name in Shift_JIS', 'shift_jis', ['山田']],
  ])('of %s', (_, encoding, names) => {
    const { certain, candidates } = choose(encodeText(rowsOf(names), encoding))
    expect(certain).toBeUndefined()
    const found = candidates.find((candidate) => candidate.encoding === encoding)
    expect(found?.sample).toContain(names[0])
    expect(candidates.length).toBeLessThanOrEqual(6)
  })

  it('shows cells, not phone numbers', () => {
    const { candidates } = choose(western(rowsOf(GERMAN)))
    expect(candidates[0]?.sample).toBe(GERMAN.join(', '))
  })
})
