import type { en } from './own-phones.messages.en.ts'

export const zh: typeof en = {
  title: '自己的电话',
  add: '添加电话',
  empty: '还没有电话',
  emptyHint:
    '桌面或手机上的 SIP 应用无需任何中继即可接听测试呼叫。本浏览器也可以：请在任务的测试呼叫中选择。',
  columns: { name: '名称', state: '状态', actions: '操作' },
  registered: '已注册',
  notRegistered: '未注册',
  noPassword: '恢复备份后没有密码：请删除后重新添加',
  unknown: '此处无法得知',
  delete: (name) => `删除 ${name}`,
  deleteQuestion: {
    title: (name) => `删除电话“${name}”？`,
    text: '它将不能再注册，测试呼叫中也不再提供。',
    action: '删除',
  },
  deleted: '电话已删除',
  form: {
    title: '添加电话',
    titleDone: '请在 SIP 应用中输入',
    name: '名称',
    namePlaceholder: '前台',
    create: '添加',
    once: '密码只显示一次。如果遗失，请删除该电话后重新添加。',
    code: '账号二维码',
    codeHint: '部分应用可以用摄像头扫描。其中包含密码。',
    host: '服务器',
    transport: '传输协议：UDP',
    username: '用户名',
    password: '密码',
    close: '完成',
  },
}
