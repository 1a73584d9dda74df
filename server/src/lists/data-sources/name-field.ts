// Which custom field is the display name of a contact, if nobody has said it: recognised by its name.

/** Without spaces, hyphens and underscores, in lower case; the more telling ones first. */
const NAMES = [
  ...['customername', 'contactname', 'clientname', 'fullname', 'displayname', 'name'],
  ...['姓名', '客户姓名', '联系人姓名', '客户名称', '客户名', '联系人', '名字', '名称'],
  ...['氏名', 'お名前', '이름', 'nome', 'nombre', 'nom', 'imię'],
]

/** The name field that the first contacts of a data source give it: recognised, unless somebody has chosen one. Later ones change nothing. */
export function firstNameField(
  source: { last_position: number; name_field: string | null },
  fieldNames: Iterable<string>,
): string | null {
  return source.last_position === 0 && source.name_field === null ? recognizeNameField(fieldNames) : null
}

/** The field that is recognised, or null. */
export function recognizeNameField(fieldNames: Iterable<string>): string | null {
  const found = [...fieldNames].map((field) => ({ field, rank: NAMES.indexOf(plain(field)) }))
  const [best] = found.filter(({ rank }) => rank >= 0).sort((a, b) => a.rank - b.rank)
  return best?.field ?? null
}

function plain(field: string): string {
  return field.toLowerCase().replace(/[\s_-]/g, '')
}
