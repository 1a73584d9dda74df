import type { Language } from '../../language/messages.ts'

interface People {
  first: string[]
  last: string[]
  join: string
  /** Without its last two digits. The numbers are of the country of the names, and belong to nobody. */
  number: string
}

const people: Record<Language, People> = {
  en: {
    first: ['Ada', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Henry', 'Isla', 'Jonas'],
    last: ['Archer', 'Brook', 'Carter', 'Dale', 'Ellis', 'Frost'],
    join: ' ',
    // 555-0100 to 555-0199 are reserved for fiction.
    number: '+120255501',
  },
  zh: {
    first: ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴'],
    last: ['小明', '丽华', '建国', '秀英', '志强', '雨桐'],
    join: '',
    // No network has numbers that begin with 129.
    number: '+86129000001',
  },
}

/** A CSV file of made-up people: 60 names, and numbers that belong to nobody. */
export function sampleContacts(language: Language, date: string): File {
  const { first, last, join, number } = people[language]
  const rows = last.flatMap((family, row) =>
    first.map((given, column) => {
      const place = String(row * first.length + column).padStart(2, '0')
      return `${number}${place},${given}${join}${family},${date}`
    }),
  )
  return new File([['phoneNumber,name,date', ...rows].join('\n')], 'demo.csv', { type: 'text/csv' })
}
