import type { Language } from '../../language/messages.ts'

const people = {
  en: {
    first: ['Ada', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Henry', 'Isla', 'Jonas'],
    last: ['Archer', 'Brook', 'Carter', 'Dale', 'Ellis', 'Frost'],
    join: ' ',
  },
  zh: {
    first: ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴'],
    last: ['小明', '丽华', '建国', '秀英', '志强', '雨桐'],
    join: '',
  },
} satisfies Record<Language, { first: string[]; last: string[]; join: string }>

/** A CSV file of made-up people: 60 names, and numbers that belong to nobody. */
export function sampleContacts(language: Language, date: string): File {
  const { first, last, join } = people[language]
  const rows = last.flatMap((family, row) =>
    first.map((given, column) => {
      // 555-0100 to 555-0199 are reserved for fiction.
      const number = `+1202555${String(100 + row * first.length + column).padStart(4, '0')}`
      return `${number},${given}${join}${family},${date}`
    }),
  )
  return new File([['phoneNumber,name,date', ...rows].join('\n')], 'demo.csv', { type: 'text/csv' })
}
