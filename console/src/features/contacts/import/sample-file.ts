// A file to start from: the titles of common fields, and rows to replace. The numbers are reserved for fiction.
import type { ImportTarget } from './import-target.ts'

const samples: Record<ImportTarget['kind'], { name: string; lines: string[] }> = {
  dataSource: {
    name: 'contacts-sample.csv',
    lines: [
      'phoneNumber,customerName,address,orderAmount',
      '+1 202-555-0110,Ann Example,1 Main Street,299.50',
      '+1 202-555-0125,王小明,北京市朝阳区,120',
      '+1 202-555-0130,Lee Sample,,35.90',
      '',
    ],
  },
  doNotCall: {
    name: 'do-not-call-sample.csv',
    lines: [
      'phoneNumber,note,expireTime',
      '+1 202-555-0110,asked by e-mail,',
      '+1 202-555-0125,客户要求,2030-12-31',
      '',
    ],
  },
}

export function sampleFile(kind: ImportTarget['kind']): { name: string; content: Blob } {
  const { name, lines } = samples[kind]
  // Excel needs the byte order mark to recognise UTF-8.
  const content = new Blob(['\ufeff', lines.join('\r\n')], { type: 'text/csv' })
  return { name, content }
}
