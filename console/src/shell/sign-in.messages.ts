const en = {
  title: 'Sign in to Carillon',
  titleAgain: 'Sign in again',
  expired: 'The service no longer accepts your access token. Your work on this page is kept.',
  token: 'Access token',
  signIn: 'Sign in',
  required: 'Paste an access token',
  where: 'The service prints a token on its first start and saves it in its data folder:',
  whereElse: 'Or create your own:',
}

const zh: typeof en = {
  title: '登录 Carillon',
  titleAgain: '请重新登录',
  expired: '服务不再接受您的访问令牌。您在此页面上的内容仍然保留。',
  token: '访问令牌',
  signIn: '登录',
  required: '请粘贴访问令牌',
  where: '服务首次启动时会显示一个令牌，并保存在数据目录中：',
  whereElse: '也可以自己新建一个：',
}

export const signInMessages = { en, zh }
