/**
 * What the first start makes behind the people of the demo company, who sign in meanwhile: their work of a year, the files of their shops,
 * and what follows from them. `house.filling` tells how far it is.
 */
import { demoPeople } from '#areas/admin/index.ts'
import { demoConnections } from '#areas/connections/index.ts'
import { importDemoFiles } from '#areas/finance/index.ts'
import type { Title } from '#platform/declare/title.ts'
import { sealedWith } from '#platform/server/audit/seal.ts'
import type { House } from '#platform/server/contract/house.ts'

interface Step {
  readonly doing: Title
  /** of the time of all steps, about */
  readonly percent: number
  work(progress: (share: number) => void): Promise<unknown>
}

/** parts of the time: of what areas make first, of the files with their figures, of what areas make of these */
const [workPercent, filesPercent, figuresPercent] = [15, 50, 35]
/** the part of the files with their figures that is over when all files are in */
const importedShare = 0.6

function stepsOf(house: House, demo: Parameters<typeof importDemoFiles>[1], say: (line: string) => void): readonly Step[] {
  // without a server that stands for the marketplaces all files are there at once
  const left = house.settings.emulator === undefined ? null : demoConnections(house)
  const leave = left === null ? {} : { leave: left.leave }
  const people = { ...demoPeople(house), ...leave }
  const works = house.areas.flatMap(({ demo: work, title }) => (work === undefined ? [] : [{ work, title }]))
  const figures = house.areas.flatMap(({ demoFigures = [], title }) => demoFigures.map(work => ({ work, title })))
  return [
    ...works.map(({ work, title: [zh, en] }) => ({
      doing: [`正在建立${zh}数据`, `${en} is being made`] as const,
      percent: workPercent / works.length,
      work: () => work(people),
    })),
    {
      doing: ['正在导入平台文件并计算利润', 'Files of the marketplaces are imported and profit is computed'],
      percent: filesPercent,
      work: async progress => {
        await importDemoFiles(house, demo, { say, ...leave, progress: share => progress(share * importedShare) })
        await left?.connect(people)
      },
    },
    ...figures.map(({ work, title: [zh, en] }) => ({
      doing: [`正在整理${zh}数据`, `Figures of ${en} are being made`] as const,
      percent: figuresPercent / figures.length,
      work: () => work(people),
    })),
  ]
}

/** Throws where a step does; `house.filling` then says that the company is not whole. */
export const fillDemo = (house: House, demo: Parameters<typeof importDemoFiles>[1], say: (line: string) => void): Promise<void> =>
  sealedWith(house, () => fill(house, demo, say))

async function fill(house: House, demo: Parameters<typeof importDemoFiles>[1], say: (line: string) => void): Promise<void> {
  const started = performance.now()
  let done = 0
  for (const { doing, percent, work } of stepsOf(house, demo, say)) {
    const tell = (share: number): void => void (house.filling.now = { percent: Math.floor(done + percent * share), doing })
    tell(0)
    try {
      await work(tell)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      house.filling.now = { percent: Math.floor(done), doing, failed: [reason, reason] }
      throw error
    }
    done += percent
  }
  house.filling.now = null
  say(`演示公司已建好，用时 ${Math.round((performance.now() - started) / 1_000)} 秒`)
}
