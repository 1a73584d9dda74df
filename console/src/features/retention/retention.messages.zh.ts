import type { en } from './retention.messages.en.ts'

export const zh: typeof en = {
  title: '数据保留期限',
  intro: '更早的数据会被分小步永久删除，呼叫照常进行。任务和报表的数字保持不变。',
  things: {
    calls: '通话记录',
    heard: '被叫说的话和按键',
    recordings: '录音',
    denials: '被拒绝的呼叫（时段、名单、次数）',
    deliveries: 'Webhook 的投递',
    lines: '每分钟的占用线路',
    audit: '更改记录',
  },
  daysHint: '天；0 为永久保留，留空为默认值',
  forEver: '0：永久保留',
  neverRan: '尚未运行。',
  lastRun: (time, rows, megabytes) => `上次运行 ${time}：${rows} 行，${megabytes} MB。`,
  nextRun: (time) => `下次运行 ${time}。`,
  saved: '已保存：更早的数据很快会被删除',
}
