// Where alerts and the morning report are sent.
import type { Schemas } from '@carillon/client'

type Kind = Schemas['NotificationSettings']['alerts'][number]

const kinds: Record<Kind, string> = {
  trunk: 'A trunk is down',
  task: 'A task has failed, or has called nobody',
  upkeep: 'Backups, deletions or recordings are late',
  webhook: 'A webhook was switched off',
  service: 'The service cannot place calls, or lacks a node or a key',
}

const en = {
  title: 'Alerts and morning report',
  intro: 'Each alert is sent once when it has held for a minute, and once when it is over.',
  addresses: 'E-mail addresses',
  addressesHint: 'Press Enter after each',
  noMail: 'E-mail needs SMTP_URL and MAIL_FROM in the environment of the service.',
  chatUrls: 'Chats',
  chatUrlsHint: 'Addresses of incoming webhooks, as Slack and Teams have them',
  alerts: 'Alerts',
  kinds,
  reportHour: 'Report of the day before',
  noReport: 'No report',
  hour: (hour: number) => `${String(hour).padStart(2, '0')}:00`,
  language: 'Language of messages',
  languages: { en: 'English', zh: '中文' },
  save: 'Save',
  saved: 'Alerts saved',
  test: 'Send a test',
  testNone: 'Save an e-mail address or a chat first',
  testDone: (count: string) => (count === '1' ? 'Test sent' : `Test sent to ${count} receivers`),
  testFailed: 'The test did not reach everybody',
  failure: (to: string, why: string) => `${to}: ${why}`,
  sent: (time: string) => `Last message sent: ${time}`,
  sentNone: 'Nothing was sent yet',
  failed: (time: string, why: string) => `The last message did not reach everybody (${time}): ${why}`,
}

const zh: typeof en = {
  title: '提醒与晨报',
  intro: '每项提醒在持续一分钟后发送一次，恢复后再发送一次。',
  addresses: '邮箱地址',
  addressesHint: '每输入一个按回车键',
  noMail: '发送邮件需要在服务的环境变量中设置 SMTP_URL 和 MAIL_FROM。',
  chatUrls: '聊天群',
  chatUrlsHint: 'Slack、Teams 等的传入 Webhook 地址',
  alerts: '提醒内容',
  kinds: {
    trunk: '中继中断',
    task: '任务失败，或没有呼叫任何人',
    upkeep: '备份、清理或录音保存延迟',
    webhook: 'Webhook 已被关闭',
    service: '服务无法呼叫，或缺少节点或密钥',
  },
  reportHour: '前一天的报告',
  noReport: '不发送报告',
  hour: (hour) => `${String(hour).padStart(2, '0')}:00`,
  language: '消息的语言',
  languages: { en: 'English', zh: '中文' },
  save: '保存',
  saved: '提醒设置已保存',
  test: '发送测试',
  testNone: '请先保存邮箱地址或聊天群',
  testDone: (count) => `测试已发送给 ${count} 个接收方`,
  testFailed: '测试没有送达所有接收方',
  failure: (to, why) => `${to}：${why}`,
  sent: (time) => `最近一次发送：${time}`,
  sentNone: '还没有发送过消息',
  failed: (time, why) => `最近一条消息没有送达所有接收方（${time}）：${why}`,
}

export const alertsMessages = { en, zh }
