const en = {
  title: 'Sign in to Carillon',
  titleAgain: 'Sign in again',
  expired: 'The service does not take your access token any longer. What you were doing is still here.',
  token: 'Access token',
  signIn: 'Sign in',
  required: 'Paste an access token',
  where: 'The first start of the service prints a token and keeps it in its data folder:',
  whereElse: 'Or make one for yourself:',
}

const zh: typeof en = {
  title: '登录 Carillon',
  titleAgain: '请重新登录',
  expired: '服务不再接受您的访问令牌。您正在处理的内容仍然保留。',
  token: '访问令牌',
  signIn: '登录',
  required: '请粘贴访问令牌',
  where: '服务首次启动时会显示一个令牌，并保存在数据目录中：',
  whereElse: '也可以为自己新建一个：',
}

export const signInMessages = { en, zh }
