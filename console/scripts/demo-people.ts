// Made-up people of one country for each language, so that names, streets and numbers go together.

export type DemoLanguage = 'en' | 'zh'

interface People {
  given: string[]
  family: string[]
  streets: string[]
  /** Within a working day. */
  dates: string[]
  name(given: string, family: string): string
  address(street: string, house: number): string
  /** Numbers of the same country, which belong to nobody: reserved for fiction, or of no network. */
  phone(index: number): string
}

const digits = (index: number, count: number) => String(index).padStart(count, '0')

/** 211 is a service, not an area. */
const areaOf = (place: number) => 201 + place + (place >= 10 ? 1 : 0)

const people: Record<DemoLanguage, People> = {
  en: {
    given: ['Emma', 'James', 'Olivia', 'Liam', 'Sophia', 'Noah', 'Grace', 'Ethan', 'Clara', 'Henry', 'Ruth'],
    family: ['Archer', 'Brooks', 'Carter', 'Dalton', 'Ellis', 'Foster', 'Graham', 'Hayes', 'Irving'],
    streets: ['Main Street', 'Oak Avenue', 'Lake Drive', 'Maple Street', 'Park Avenue'],
    dates: [
      'Monday at nine',
      'Monday at half past ten',
      'Tuesday at eleven',
      'Tuesday at two',
      'Wednesday at four',
    ],
    name: (given, family) => `${given} ${family}`,
    address: (street, house) => `${house} ${street}`,
    // 555-0100 to 555-0199 of every area are reserved for fiction: as many areas as are needed.
    phone: (index) => `+1 ${areaOf(Math.floor(index / 100))} 555 ${digits(100 + (index % 100), 4)}`,
  },
  zh: {
    given: ['伟', '芳', '秀英', '敏', '静', '强', '丽华', '建国', '雨桐', '志强', '晓东'],
    family: ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周'],
    streets: ['解放路', '中山路', '人民路', '建设路', '和平街'],
    dates: ['周一上午九点', '周一上午十点半', '周二上午十一点', '周二下午两点', '周三下午四点'],
    name: (given, family) => `${family}${given}`,
    address: (street, house) => `${street}${house}号`,
    // No network has numbers that begin with 129.
    phone: (index) => `+86 129 0000 ${digits(index, 4)}`,
  },
}

/** A CSV file of `count` people, from the one with the index `first` on. */
export function contactFile(language: DemoLanguage, first: number, count: number): string {
  const { given, family, streets, dates, name, address, phone } = people[language]
  const pick = (words: string[], index: number) => words[index % words.length] ?? ''
  const rows = Array.from({ length: count }, (_, row) => {
    const index = first + row
    // Both lists have a length without a common factor, so that no name comes twice soon.
    const who = name(pick(given, index), pick(family, index))
    const where = address(pick(streets, index), (index % 90) + 1)
    return `${phone(index)},${who},${where},${pick(dates, index)},${(index * 37) % 900}.00`
  })
  return ['phoneNumber,name,address,date,orderAmount', ...rows].join('\n')
}
