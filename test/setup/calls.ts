/** What journeys do beside the screen: calls of somebody of the demo company, and statements of the database's owner. */
import pg from 'pg'
import type { RunningProduct } from './product.ts'

export const demoPassword = 'demo1234'

interface Answer {
  readonly code: number
  /** whatever the call answers, as JSON.parse gives it: tests look into it */
  readonly data: ReturnType<typeof JSON.parse>
}
export type Calls = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answer>

/** One call; a form is sent as it is, another body as JSON. */
async function callOf(product: RunningProduct, token: string | null, ...[method, path, body]: Parameters<Calls>): Promise<Answer> {
  const isJson = body !== undefined && !(body instanceof FormData)
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
  })
  return (await answer.json()) as Answer
}

/** Signs somebody in by the call alone. */
export async function tokenOf(product: RunningProduct, username: string): Promise<string> {
  const { code, data } = await callOf(product, null, 'POST', '/auth/user/login', { username, password: demoPassword })
  if (code !== 0) throw new Error(`${username} could not sign in: ${code}`)
  return data.access_token as string
}

/** The calls of somebody who has signed in for them. */
export async function callsOf(product: RunningProduct, username: string): Promise<Calls> {
  const token = await tokenOf(product, username)
  return (...asked) => callOf(product, token, ...asked)
}

/** The same calls, whose answer must be good: its data alone. */
export async function goodCallsOf(
  product: RunningProduct,
  username: string,
): Promise<(...asked: Parameters<Calls>) => Promise<Answer['data']>> {
  const call = await callsOf(product, username)
  return async (...asked) => {
    const { code, data } = await call(...asked)
    if (code !== 0) throw new Error(`${asked[1]} answers ${code}`)
    return data
  }
}

/** Statements of the database's owner; the column `value` of the last one. */
export async function asOwner(product: RunningProduct, ...statements: string[]): Promise<string[]> {
  const client = new pg.Client(product.ownerUrl)
  await client.connect()
  try {
    let rows: { value: string }[] = []
    for (const statement of statements) rows = (await client.query<{ value: string }>(statement)).rows
    return rows.map(({ value }) => value)
  } finally {
    await client.end()
  }
}
