// GBK, as Excel writes CSV in China.
import { encodeText } from './encode-text.ts'

export const encodeGbk = (text: string): Buffer => encodeText(text, 'gbk')
