import type { en } from './own-phones.messages.en.ts'

export const zh: typeof en = {
  title: '自己的电话',
  add: '添加电话',
  empty: '还没有电话',
  emptyHint:
    '测试呼叫可以拨到电脑或手机上的 SIP 应用，不需要中继；也可以拨到本浏览器：请在任务的测试呼叫中选择。',
  columns: { name: '名称', state: '状态', actions: '操作' },
  registered: '已注册',
  notRegistered: '未注册',
  noPassword: '恢复备份后没有密码：请删除后重新添加',
  unknown: '状态未知',
  delete: (name) => `删除 ${name}`,
  deleteQuestion: {
    title: (name) => `删除电话“${name}”？`,
    text: '它将不能再注册，也不能再用于测试呼叫。',
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
    transport: '传输方式：UDP',
    username: '用户名',
    password: '密码',
    close: '完成',
  },
}
