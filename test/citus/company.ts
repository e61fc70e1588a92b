/** For tests: people of a product that runs, by HTTP. */
export interface Answered {
  readonly code: number
  readonly msg: string
  /** whatever the call answers, as JSON.parse gives it */
  readonly data: ReturnType<typeof JSON.parse>
}
export interface Caller {
  post(path: string, body?: object): Promise<Answered>
  get(path: string): Promise<Answered>
  put(path: string, body: object): Promise<Answered>
  /** a form with one file */
  bring(path: string, fields: Readonly<Record<string, string>>, name: string, content: Uint8Array<ArrayBuffer> | string): Promise<Answered>
}
const password = 'demo1234'

async function ask(url: string, method: 'GET' | 'POST' | 'PUT', body?: object, token?: string): Promise<Answered> {
  const isForm = body instanceof FormData
  const answer = await fetch(url, {
    method,
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  return (await answer.json()) as Answered
}

/** Signs in people of the demo company there, each once. */
export function peopleOf(address: string): (username: string) => Promise<Caller> {
  const base = `${address.replace(/\/$/, '')}/api-2024`
  const signIn = async (username: string): Promise<Caller> => {
    const { data, msg } = await ask(`${base}/auth/user/login`, 'POST', { username, password })
    if (data === null) throw new Error(`${username} can't sign in at ${address}: ${msg}`)
    const token: string = data.access_token
    return {
      post: (path, body = {}) => ask(base + path, 'POST', body, token),
      get: path => ask(base + path, 'GET', undefined, token),
      put: (path, body) => ask(base + path, 'PUT', body, token),
      bring: (path, fields, name, content) => {
        const form = new FormData()
        for (const [field, value] of Object.entries(fields)) form.set(field, value)
        form.set('file', new Blob([content]), name)
        return ask(base + path, 'POST', form, token)
      },
    }
  }
  const known = new Map<string, Promise<Caller>>()
  return username => {
    const found = known.get(username) ?? signIn(username)
    known.set(username, found)
    return found
  }
}
