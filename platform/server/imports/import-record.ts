/** The row of one import and of its task: progress while it runs, the result when it ends, and the push to whoever watches. */
import { fromStored, type Part, sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { compare } from '#platform/format/decimal.ts'
import type { Doubt, Refusal } from '#platform/declare/file-kind.ts'
import type { ImportState } from '#platform/declare/wire.ts'
import type { Db, Tx } from '../contract/database.ts'
import { diskFullText, isDiskFull } from '../calls/disk-full.ts'
import { outsideTransaction } from '../db/one-connection.ts'
import { FileMissing } from '../files/store.ts'
import type { LocalCopy } from '../contract/file-store.ts'
import type { House } from '../contract/house.ts'
import { importRun, taskStates } from '../db/house-tables.ts'
import { noteHappened } from '../events/note.ts'
import type { Context } from '../contract/context.ts'
import type { AnyFamily, MergeOutcome } from '../contract/file-family.ts'
import { ownerColumnOf } from './families.ts'
import { stagingLock } from './lock-shop.ts'
import { finishTask } from './import-task.ts'
import { jsonText } from '../db/json-text.ts'

const noteEveryMs = 700
const watchEveryMs = 1_000
const refusalsKeptMax = 100_000
/** shown to whoever says yes */
const doubtsKeptMax = 200

interface Run {
  readonly id: string
  readonly org_id: string
  readonly account_id: string
  readonly task_id: string
  readonly shop_id: string | null
  /** code of the family that the file was recognised as, by this try or one before it */
  readonly family: string | null
  /** table and id of the owner, where that is no shop; the id is null until the file is recognised */
  readonly owner_table: string | null
  readonly owner_id: string | null
  /** which statement of a file with several; null: it holds one, or was not opened yet */
  readonly part: number | null
  /** families that the call takes by which the file was brought; null: any */
  readonly takes: readonly string[] | null
  /** a person said yes to what does not follow */
  readonly is_accepted: boolean
  readonly year_month: string | null
  readonly storage_key: string
  readonly file_name: string
}
/** Where lines of an import lie: of one family and owner, which are noted before the first line is sent. */
interface StagedOf {
  readonly family: AnyFamily
  readonly ownerId: string
}
const stateCode = (state: ImportState): number => taskStates[state][0]

const recordsOf = (house: House): Db => house.unscoped('import: progress and result of a job')

export class ImportRecord {
  readonly house: House
  run: Run
  readonly #db: Db
  #rows = 0
  #notedAt = 0
  #backendPid: number | null = null

  private constructor(house: House, run: Run, db: Db) {
    this.house = house
    this.run = run
    this.#db = db
  }

  /** Takes an import that is queued, or was running when its process died; null: it has ended. */
  static async take(house: House, importId: string): Promise<ImportRecord | null> {
    const db = recordsOf(house)
    const taken = await db
      .updateTable('import_run')
      .set({
        state: stateCode('running') as 1,
        started_at: house.now().toISOString(),
        progress: '0',
        message: null,
        lines_read: 0,
        lines_refused: 0,
      })
      .where('id', '=', importId)
      .where('state', 'in', [0, 1])
      .returning(['id', 'file_id'])
      .executeTakeFirst()
    if (!taken) return null
    const run = await db
      .selectFrom('import_run as r')
      .innerJoin('stored_file as f', 'f.id', 'r.file_id')
      .select([
        'r.id',
        'r.org_id',
        'r.task_id',
        'r.shop_id',
        'r.family',
        'r.owner_table',
        'r.owner_id',
        'r.part',
        'r.takes',
        sql<boolean>`r.accept_reason is not null`.as('is_accepted'),
        sql<string | null>`r.year_month::text`.as('year_month'),
        'f.storage_key',
        'r.file_name',
        sql<string>`r.created_by::text`.as('account_id'),
      ])
      .where('r.id', '=', importId)
      .executeTakeFirstOrThrow()
    return new ImportRecord(house, run, db)
  }

  /** Who ordered the import, with his rights of now; null: the account is closed. */
  async context(): Promise<Context | null> {
    const caller = await this.house.rights.callerOf(this.run.account_id, this.run.org_id)
    return caller === null ? null : this.house.asUser(caller, 'zh', 'import')
  }

  /** The uploaded file, on this machine; null: it is gone from the store, and the import has ended for it. */
  async file(): Promise<LocalCopy | null> {
    try {
      return await this.house.files.localCopy(this.run.storage_key)
    } catch (error) {
      if (isDiskFull(error)) {
        this.house.log.error({ err: error, importId: this.run.id }, 'no room for the copy of a file to be imported')
        await this.finish('failed', { message: diskFullText })
        return null
      }
      if (!(error instanceof FileMissing)) throw error
      await this.refuse([{ line: null, column: null, value: null, reason: sentence`上传的文件已不在文件存储中，请重新上传` }])
      return null
    }
  }

  async step(step: Wording, progress: number): Promise<void> {
    await this.#update({ step: toStored(step), progress: progress.toFixed(4) })
    await this.#tell('running', step, progress)
  }

  /** Rows that went by; noted now and then, never per row. */
  progress(rows: number, of: number | null, from: number, to: number): void {
    this.#rows = of === null ? this.#rows : this.#rows + rows
    const now = Date.now()
    if (of === null || now - this.#notedAt < noteEveryMs) return
    this.#notedAt = now
    const progress = Math.min(to, from + (to - from) * (this.#rows / Math.max(1, of)))
    void outsideTransaction(() => this.step(sentence`读取`, progress)).catch((error: unknown) =>
      this.house.log.warn({ err: error }, 'progress could not be noted'),
    )
  }

  recognised(values: {
    kind?: string
    kind_title?: string
    family?: string
    document_id?: string | null
    first_day?: string | null
    last_day?: string | null
    period_from?: string | null
    period_to?: string | null
    shop_id?: string
    owner_id?: string
    owner_name?: string
    keeper_id?: string | null
    notes?: readonly Wording[]
  }): Promise<void> {
    const { notes, ...rest } = values
    return this.#update({ ...rest, ...(notes ? { notes: JSON.stringify(notes) } : {}) })
  }
  lines(values: { lines_read: number; lines_refused: number }): Promise<void> {
    return this.#update(values)
  }

  async isCancelRequested(db: Db = this.#db): Promise<boolean> {
    const row = await db.selectFrom('import_run').select('cancel_requested').where('id', '=', this.run.id).executeTakeFirst()
    return row?.cancel_requested ?? true
  }

  /** Reads the flag once a second; when it is set, ends the work: the reading thread, and the statement that is running in the merge. */
  watchCancel(cancel: () => void): { stop(): void } {
    const timer = setInterval(() => {
      void this.isCancelRequested()
        .then(async isRequested => {
          if (!isRequested) return
          clearInterval(timer)
          cancel()
          if (this.#backendPid !== null) await sql`select pg_cancel_backend(${this.#backendPid}::int)`.execute(this.#db)
        })
        .catch((error: unknown) => this.house.log.warn({ err: error }, 'the cancel flag could not be read'))
    }, watchEveryMs)
    return { stop: () => clearInterval(timer) }
  }

  async noteBackend(tx: Tx): Promise<void> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    this.#backendPid = rows[0]?.pid ?? null
  }

  /** The connection goes back to the pool: what runs on it next is not ours to cancel. */
  forgetBackend(): void {
    this.#backendPid = null
  }

  /** What a killed run left. */
  async cleanUp(families: readonly AnyFamily[]): Promise<void> {
    await this.#db.deleteFrom('import_refusal').where('import_id', '=', this.run.id).execute()
    const family = families.find(one => one.code === this.run.family)
    const ownerId = family?.ownerOf ? this.run.owner_id : this.run.shop_id
    if (family === undefined || ownerId === null) return
    await this.#dropOf(this.#db, (this.#staged = { family, ownerId }))
  }
  #staged: StagedOf | null = null
  stages(family: AnyFamily, ownerId: string): void {
    this.#staged = { family, ownerId }
  }
  async #dropOf(db: Db, { family, ownerId }: StagedOf): Promise<void> {
    await sql`delete from ${sql.table(family.stagingTable)} where ${sql.ref(ownerColumnOf(family))} = ${ownerId}
      and import_id = ${this.run.id}`.execute(db)
  }
  /** Also what a reading thread that was ended had sent and PostgreSQL has not committed yet: its connection is waited for. */
  async dropStaged(): Promise<void> {
    const staged = this.#staged
    if (staged === null) return
    await this.#db.transaction().execute(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${stagingLock(this.run.id)}, 0))`.execute(tx)
      await this.#dropOf(tx, staged)
    })
  }

  /**
   * A file of several statements: this run goes on with the first, each other one is a run of its own, with its own owner, questions and
   * deletion. Whoever was chosen can't be the owner of all: each statement says whose it is.
   */
  async split(parts: number): Promise<void> {
    const { id, org_id: orgId } = this.run
    await this.#db.transaction().execute(async tx => {
      await sql`select begin_write(${orgId})`.execute(tx)
      await tx.updateTable('import_run').set({ part: 1, owner_id: null }).where('id', '=', id).execute()
      const { rows } = await sql<{ id: string }>`
        insert into import_run (org_id, task_id, file_id, file_name, owner_table, keeper_id, created_by, created_by_name, part)
        select org_id, task_id, file_id, file_name, owner_table, keeper_id, created_by, created_by_name, p
        from import_run r, generate_series(2, ${parts}::int) p where r.id = ${id} returning id::text as id`.execute(tx)
      for (const part of rows) await this.house.jobs.add(tx, 'import.run', { importId: part.id }, { key: `import ${part.id}` })
    })
    this.run = { ...this.run, part: 1, owner_id: null }
  }

  /** Refusals join those that are kept already. */
  async keepRefusals(refusals: readonly Refusal[]): Promise<void> {
    const kept = refusals.slice(0, refusalsKeptMax)
    const { n } = await this.#db
      .selectFrom('import_refusal')
      .select(sql<number>`coalesce(max(ordinal), 0)::int`.as('n'))
      .where('import_id', '=', this.run.id)
      .executeTakeFirstOrThrow()
    for (let i = 0; i < kept.length; i += 1_000) {
      const rows = kept.slice(i, i + 1_000).map((r, j) => ({
        import_id: this.run.id,
        ordinal: n + i + j + 1,
        line: r.line,
        column_title: r.column,
        value: r.value?.slice(0, 200) ?? null,
        reason: toStored(r.reason),
      }))
      await this.#db.insertInto('import_refusal').values(rows).execute()
    }
  }

  /** Nothing is merged; the refusals found outside the file's lines join those the reader has written. */
  async refuse(refusals: readonly Refusal[]): Promise<void> {
    await this.keepRefusals(refusals)
    const first = await this.#db
      .selectFrom('import_refusal')
      .select(['line', 'column_title', 'reason'])
      .where('import_id', '=', this.run.id)
      .orderBy('ordinal')
      .limit(1)
      .executeTakeFirst()
    const linesRefused = await this.#db
      .selectFrom('import_refusal')
      .select(sql<number>`count(distinct line)::int`.as('n'))
      .where('import_id', '=', this.run.id)
      .where('line', 'is not', null)
      .executeTakeFirstOrThrow()
    await this.finish('refused', {
      message: first ? firstRefusal(first) : sentence`文件被拒绝，没有合并任何数据`,
      lines_refused: linesRefused.n,
    })
  }

  /** Nothing is merged until a person says yes: what does not follow is kept with both figures. */
  async wait(doubts: readonly Doubt[], linesRead: number): Promise<void> {
    await this.dropStaged()
    await this.#update({ doubts: JSON.stringify(doubts.slice(0, doubtsKeptMax)), lines_read: linesRead })
    const unequal = doubts.filter(doubt => compare(doubt.stated, doubt.found) !== 0).length
    const message =
      unequal > 0
        ? sentence`有 ${unequal} 处与文件写明的数字不符，确认后才会导入`
        : sentence`这种报表系统还没有见过真实文件，请核对列、词和合计，确认后才会导入`
    await this.finish('waiting', { message })
  }

  async finish(state: 'refused' | 'cancelled' | 'failed' | 'waiting', values: { message: Part; lines_refused?: number }): Promise<void> {
    await this.#update({
      ...values,
      message: toStored(values.message),
      state: stateCode(state) as 3,
      finished_at: this.house.now().toISOString(),
      step: '',
    })
    await this.#tell(state, '', null)
  }

  /** The result, written in the merge's own transaction. */
  async done(tx: Tx, outcome: MergeOutcome): Promise<void> {
    const notes =
      outcome.notes.length > 0 ? { notes: sql<never>`coalesce(notes, '[]'::jsonb) || ${JSON.stringify(outcome.notes)}::jsonb` } : {}
    await tx
      .updateTable('import_run')
      .set({
        state: stateCode('done') as 2,
        progress: '1',
        step: '',
        finished_at: this.house.now().toISOString(),
        lines_merged: outcome.merged,
        lines_unchanged: outcome.unchanged,
        control_totals: jsonText(outcome.controlTotals),
        unmapped: jsonText(outcome.unmapped),
        ...notes,
      })
      .where('id', '=', this.run.id)
      .execute()
    await noteHappened({ orgId: this.run.org_id, now: this.house.now() }, tx, 'import.done', importRun, this.run.id)
    await finishTask(this.house, tx, this.run.task_id)
    await this.house.events.push(tx, [this.run.account_id], {
      kind: 'task',
      taskId: this.run.task_id,
      importIds: [this.run.id],
      progress: 1,
      state: 'done',
      step: '',
    })
  }

  /** The task centre offers to take the import back; not where a task has several files, which are taken back one by one in the history. */
  async offerUndo(tx: Tx, undo: { readonly type: string | undefined; readonly batchId: string }): Promise<void> {
    await tx
      .updateTable('task')
      .set({ result: JSON.stringify(undo) })
      .where('id', '=', this.run.task_id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('import_run as r').select('r.id').where('r.task_id', '=', this.run.task_id).where('r.id', '<>', this.run.id)),
        ),
      )
      .execute()
  }

  async #update(values: object): Promise<void> {
    await this.#db
      .updateTable('import_run')
      .set(values)
      .where('id', '=', this.run.id)
      .where('state', '=', stateCode('running') as 1)
      .execute()
  }

  async #tell(state: ImportState, step: Part, progress: number | null): Promise<void> {
    await this.#db.transaction().execute(async tx => {
      await sql`select begin_write(${this.run.org_id})`.execute(tx)
      if (state === 'running') {
        // Progress is noted beside the work: a note that comes late must not open a task again that has ended.
        const noted = await tx
          .updateTable('task')
          .set({ state: stateCode('running') as 1, step: toStored(step), progress: progress?.toFixed(4) ?? null })
          .where('id', '=', this.run.task_id)
          .where('state', '<=', stateCode('running') as 1)
          .executeTakeFirst()
        if (noted.numUpdatedRows === 0n) return
      } else await finishTask(this.house, tx, this.run.task_id)
      await this.house.events.push(tx, [this.run.account_id], {
        kind: 'task',
        taskId: this.run.task_id,
        importIds: [this.run.id],
        progress,
        state,
        step: this.house.registry.inWords(step, 'zh'),
        stepEn: this.house.registry.inWords(step, 'en'),
      })
    })
  }
}

/** The first refusal with its place. */
function firstRefusal({ line, ...first }: { readonly line: number | null; readonly column_title: string | null; readonly reason: string }) {
  const reason = fromStored(first.reason)
  if (line === null) return reason
  return first.column_title ? sentence`第 ${line} 行“${first.column_title}”：${reason}` : sentence`第 ${line} 行：${reason}`
}
