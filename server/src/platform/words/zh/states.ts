import type { en } from '../en/states.ts'

export const zh: typeof en = {
  tasks: {
    DRAFT: '草稿',
    RUNNING: '进行中',
    PAUSED: '已暂停',
    STOPPED: '已停止',
    COMPLETED: '已完成',
    FAILED: '失败',
    CLOSED: '已关闭',
  },
  contacts: {
    success: '成功',
    failed: '未成功',
    dialing: '正在呼叫',
    waiting: '等待下次呼叫',
    skipped: '已跳过',
    notDialed: '未呼叫',
    inProgress: '进行中',
  },
}
