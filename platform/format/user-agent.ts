/** Browser and system named in a user agent text, as a person knows them; what is not known is empty. Pure. */

type Names = readonly (readonly [name: string, pattern: RegExp])[]
// order matters: most browsers also call themselves by the name of another
const browsers: Names = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['微信', /MicroMessenger\/(\d+)/],
  ['QQ', /QQBrowser\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/],
]
const systems: Names = [
  ['HarmonyOS', /HarmonyOS/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
]

/** `Chrome 140 · Windows`; null where neither is known. */
export function deviceName(userAgent: string): string | null {
  const browser = browsers.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [browser, system].filter(part => part !== undefined).join(' · ') || null
}
