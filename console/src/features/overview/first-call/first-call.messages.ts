const en = {
  title: 'Hear what your customers will hear',
  text: 'A clinic calls Ada about her appointment. You are Ada: answer, listen, and press keys, here or on your keyboard. Nobody is called.',
  caller: 'The clinic',
  outcomes: {
    confirmed: 'Ada confirmed: this call is a success.',
    later: 'Ada asked for another call: she is dialed again in a minute.',
    none: 'Ada did not choose: she stays on the list for the next attempt.',
  },
  callThem: 'Call 60 made-up people with it',
  callThemHint:
    'On simulated lines, beside a parcel service and a survey; over within two minutes. No real phone rings.',
  doors: 'Then make it yours',
  import: 'Import your list',
  importHint: 'A CSV or Excel file with a column of phone numbers.',
  write: 'Write your call',
  writeHint: 'What people hear, which keys they may press, and when to call.',
  publish: (name: string) => `Publish “${name}”`,
  publishHint: 'Your task is a draft. Publish it, and the calls start.',
  connect: 'Connect your phones',
  connectHint: 'A SIP account of your carrier, tested step by step.',
  done: 'done',
}

const zh: typeof en = {
  title: '听听您的客户会听到什么',
  text: '诊所致电王小明，提醒预约。您就是王小明：接听、聆听，并用屏幕或键盘按键。不会真的拨打电话。',
  caller: '诊所',
  outcomes: {
    confirmed: '王小明已确认：这次呼叫成功。',
    later: '王小明希望稍后联系：一分钟后会再次呼叫。',
    none: '王小明没有选择：号码保留在名单中，等待下次呼叫。',
  },
  callThem: '用它呼叫 60 位虚构联系人',
  callThemHint: '使用模拟线路，同时还有快递通知和满意度调查；两分钟内结束，不会拨打真实电话。',
  doors: '接下来换成您自己的',
  import: '导入您的名单',
  importHint: '包含电话号码列的 CSV 或 Excel 文件。',
  write: '编写您的通话',
  writeHint: '对方会听到什么、可以按哪些键，以及何时呼叫。',
  publish: (name) => `发布“${name}”`,
  publishHint: '您的任务还是草稿，发布后即开始呼叫。',
  connect: '连接您的电话线路',
  connectHint: '使用运营商的 SIP 账号，逐步测试。',
  done: '已完成',
}

export const firstCallMessages = { en, zh }
