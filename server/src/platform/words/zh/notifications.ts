import type { en } from '../en/notifications.ts'

export const zh: typeof en = {
  begins: (count) => `Carillon：${count} 项需要关注`,
  ends: (count) => `Carillon：${count} 项已恢复`,
  needsAttention: '需要关注：',
  isOver: '已恢复：',
  task: (name, message) => `任务“${name}”：${message}`,
  trunk: (name, message) => `中继“${name}”：${message}`,
  report: {
    subject: (day, reached, successes) => `Carillon ${day}：接通 ${reached} 人，成功 ${successes} 个`,
    subjectNone: (day) => `Carillon ${day}：没有呼叫`,
    none: (day) => `${day} 没有结束的呼叫。`,
    reached: (people) => `接通人数：${people}`,
    calls: (calls) => `呼叫：${calls}`,
    successes: (calls, share) => `成功：${calls}（占呼叫的 ${share}）`,
    bestHour: (from, to, share) => `效果最好的时段：${from} 至 ${to}，${share} 的呼叫成功`,
    tasks: '任务：',
    task: (name, calls, reached, successes) => `${name}：呼叫 ${calls}，接通 ${reached}，成功 ${successes}`,
  },
  test: {
    subject: 'Carillon：测试消息',
    text: 'Carillon 的提醒和报告会发送到这里。',
  },
}
