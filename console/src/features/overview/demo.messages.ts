const en = {
  start: 'Start a demo campaign',
  startHint:
    'One click: 60 made-up contacts, a call that asks for a key, and a published task. The simulator rings no real phone.',
  listName: 'Demo contacts',
  listDesc: 'Made-up people for a first look. Nobody is rung.',
  taskName: 'Demo: confirm the appointment',
  day: 'Monday at ten',
  title: 'Your demo campaign is running',
  text: 'This is what happens now. Each step is a link.',
  hide: 'Hide this guide',
  watch: 'Watch the calls come in',
  watchHint: 'Every call that has ended, with who answered and what they pressed.',
  contacts: 'See who has confirmed',
  contactsHint: 'What the task knows of each contact: state, attempts, the next attempt.',
  call: 'Hear what is said',
  callHint: 'The call step by step; try it with your keyboard as the phone.',
  list: 'Look at the list',
  listHint: 'The contacts, with their names and fields.',
  own: 'Import your own contacts',
  ownHint: 'A CSV or Excel file with a column of phone numbers.',
}

const zh: typeof en = {
  start: '启动演示活动',
  startHint:
    '一键完成：60 个虚构联系人、一段请对方按键的呼叫，以及一个已发布的任务。模拟器不会拨打任何真实电话。',
  listName: '演示联系人',
  listDesc: '供初次体验的虚构人员，不会真正拨打。',
  taskName: '演示：确认预约',
  day: '周一上午十点',
  title: '演示活动正在进行',
  text: '现在会发生这些事，每一步都是链接。',
  hide: '隐藏引导',
  watch: '看呼叫陆续结束',
  watchHint: '每个已结束的呼叫：谁接听、按了什么键。',
  contacts: '看谁已确认',
  contactsHint: '任务对每个联系人的了解：状态、次数、下次呼叫时间。',
  call: '听听会说什么',
  callHint: '逐步查看通话内容，用键盘当电话试一试。',
  list: '看看名单',
  listHint: '联系人及其姓名和字段。',
  own: '导入您自己的联系人',
  ownHint: '含电话号码列的 CSV 或 Excel 文件。',
}

export const demoMessages = { en, zh }
