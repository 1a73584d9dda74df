// Made-up people of one country for each language, with numbers that belong to nobody, for the three campaigns of the demo.
import type { Language } from '../../../language/messages.ts'

export type CampaignName = 'appointments' | 'deliveries' | 'survey'

interface People {
  first: string[]
  join: string
  of: Record<CampaignName, { last: string[]; number: string }>
}

const people: Record<Language, People> = {
  en: {
    first: ['Ada', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Henry', 'Isla', 'Jonas'],
    join: ' ',
    // 555-0100 to 555-0199 of every area are reserved for fiction. Without its last two digits.
    of: {
      appointments: { last: ['Archer', 'Brook', 'Carter', 'Dale', 'Ellis', 'Frost'], number: '+120255501' },
      deliveries: { last: ['Grant', 'Hale', 'Irwin', 'Jarvis'], number: '+120655501' },
      survey: { last: ['Keller', 'Lowe', 'Mercer', 'Norton'], number: '+130355501' },
    },
  },
  zh: {
    first: ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴'],
    join: '',
    // No network has numbers that begin with 129.
    of: {
      appointments: { last: ['小明', '丽华', '建国', '秀英', '志强', '雨桐'], number: '+86129000001' },
      deliveries: { last: ['文博', '思远', '晓燕', '海涛'], number: '+86129000002' },
      survey: { last: ['梦琪', '子轩', '春梅', '俊杰'], number: '+86129000003' },
    },
  },
}

/** What a campaign says to each of its people: all within a working day. */
const times: Record<Language, Partial<Record<CampaignName, string[]>>> = {
  en: {
    appointments: [
      ...['Monday at nine', 'Monday at ten', 'Monday at half past eleven', 'Monday at two'],
      ...['Tuesday at half past nine', 'Tuesday at eleven', 'Tuesday at three', 'Wednesday at four'],
    ],
    deliveries: [
      ...['tomorrow between nine and eleven', 'tomorrow between eleven and one'],
      ...['tomorrow between two and four', 'tomorrow between four and six'],
    ],
  },
  zh: {
    appointments: [
      ...['周一上午九点', '周一上午十点', '周一上午十一点半', '周一下午两点'],
      ...['周二上午九点半', '周二上午十一点', '周二下午三点', '周三下午四点'],
    ],
    deliveries: [
      ...['明天上午九点到十一点', '明天上午十一点到下午一点'],
      ...['明天下午两点到四点', '明天下午四点到六点'],
    ],
  },
}

/** A CSV file of 60 or 40 people. */
export function sampleContacts(language: Language, campaign: CampaignName): File {
  const { first, join, of } = people[language]
  const { last, number } = of[campaign]
  const dates = times[language][campaign] ?? ['']
  const rows = last.flatMap((family, row) =>
    first.map((given, column) => {
      const place = row * first.length + column
      const name = `${given}${join}${family}`
      return `${number}${String(place).padStart(2, '0')},${name},${dates[place % dates.length]}`
    }),
  )
  return new File([['phoneNumber,name,date', ...rows].join('\n')], `${campaign}.csv`, { type: 'text/csv' })
}
