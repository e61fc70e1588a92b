/** For tests: the help centre behind the real door, with who writes (hr), who audits (it, boss) and who reads. */
import { help } from '#areas/help/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from './demo-house.ts'

export interface HelpHouse {
  readonly h: DemoHouse
  readonly who: Readonly<Record<'hr' | 'it' | 'sales' | 'admin', Person>>
  readonly typeId: string
  /** an article by hr; answers its id */
  written(values?: object): Promise<string>
  /** the same, audited by it */
  published(values?: object): Promise<string>
  /** as the editors see it */
  row(id: string): Promise<Record<string, unknown> & { readonly version: number }>
  /** steps by `update`, with the version of now */
  move(by: Person, id: string, state: number, more?: object): ReturnType<Person['post']>
}

export async function helpHouse(): Promise<HelpHouse> {
  const h = await demoHouse([help])
  const who = {
    hr: await signedInAs(h, 'hr'),
    it: await signedInAs(h, 'it'),
    sales: await signedInAs(h, 'sales'),
    admin: await signedInAs(h, 'admin'),
  }
  const typeId: string = (await who.hr.post('/HelpType/add', { name: '财务', sort: 1 })).data.id
  const row: HelpHouse['row'] = async id => (await who.hr.get(`/HelpArticle/query/${id}`)).data
  const written: HelpHouse['written'] = async (values = {}) =>
    (await who.hr.post('/HelpArticle/add', { title: '结算对账', typeId, content: '<p>每个结算周期一行</p>', ...values })).data.id
  return {
    h,
    who,
    typeId,
    row,
    written,
    move: async (by, id, state, more = {}) => by.post('/HelpArticle/update', { id, version: (await row(id)).version, state, ...more }),
    published: async (values = {}) => {
      const id = await written(values)
      await who.hr.post('/HelpArticle/submit', { id })
      await who.it.post(`/HelpArticle/audit/${id}`)
      return id
    },
  }
}
