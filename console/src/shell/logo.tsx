import logo from './carillon.svg'

export function Logo() {
  return <img src={logo} alt="" width={22} height={22} style={{ flex: 'none' }} />
}
