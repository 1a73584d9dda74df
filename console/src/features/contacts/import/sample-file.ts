// A file to start from: the titles of common fields, and rows to replace. The numbers are reserved for fiction.
const lines = [
  'phoneNumber,customerName,address,orderAmount',
  '+1 202-555-0110,Ann Example,1 Main Street,299.50',
  '+1 202-555-0125,王小明,北京市朝阳区,120',
  '+1 202-555-0130,Lee Sample,,35.90',
  '',
]

export function sampleFile(): { name: string; content: Blob } {
  // Excel needs the byte order mark to recognise UTF-8.
  const content = new Blob(['\ufeff', lines.join('\r\n')], { type: 'text/csv' })
  return { name: 'contacts-sample.csv', content }
}
