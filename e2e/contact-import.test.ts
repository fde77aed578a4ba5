import { expect } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { longName } from './members.ts'
import { requestPhone } from './users.ts'

/** A table as a spreadsheet program on Windows saves it in Germany. */
const table = Buffer.from(
  [
    'Vorname;Nachname;Firma;Telefon mobil;Mail;Kd-Nr',
    'Grace;M\u00fcller;Marlow Optics;+1 202 555 0142;grace@example.com;4187',
    'Hedy;Sato;Workshop;+1 202 555 0126;;4190',
    'Linus;Berg;;555;;4191',
    `${longName};;Tilling;+1 202 555 0168;;4203`,
    'Grace;M\u00fcller;Marlow Optics;+1 202 555 0142;;4187',
  ].join('\r\n'),
  'latin1',
)

/** Guarantee: a user imports a table of contacts, sees before what it changes, and undoes it. */
for (const width of testedWidths)
  test(`contacts are imported from a table and the import is undone at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const { page } = await openUser('ada', { width })
    await requestPhone(page, 'POST', '/contacts', { name: 'Hedy', phones: [{ typed: '+1 202 555 0126' }] })
    await page.goto(`${app.phoneUrl}/contacts`)
    await page.getByRole('link', { name: 'Import contacts' }).click()
    await page.getByRole('button', { name: 'Choose file' }).waitFor()
    await inspectPage(page, 'import-empty')
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel('File with contacts').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await choose('fair.xlsx', Buffer.from('PK\x03\x04'))
    await page.getByText('This is neither a CSV nor a vCard file.').waitFor()

    await choose('spring-fair.csv', table)
    await page.getByText('spring-fair.csv · 5 rows, Windows-1252, separated by semicolons').waitFor()
    await page.getByText('“555” is not a phone number').waitFor()
    await page.getByText('Adds company').waitFor()
    await inspectPage(page, 'import-preview')
    await page.getByLabel('Where the column Kd-Nr goes').selectOption('Notes')
    await page.getByText('Adds company and notes').waitFor()
    await page.getByRole('heading', { name: 'Preview' }).scrollIntoViewIfNeeded()
    await inspectPage(page, 'import-preview-rows')

    const run = page.getByRole('button', { name: 'Import 3' })
    await run.focus()
    await page.keyboard.press('Enter')
    await page.getByText('3 contacts imported').waitFor()
    await inspectPage(page, 'import-done')
    await page.getByRole('link', { name: 'Show contacts' }).click()
    await page.getByText('Grace Müller').first().waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Undo import of spring-fair.csv' }).waitFor()
    await page.getByRole('menuitem', { name: 'Undo import of spring-fair.csv' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Import undone', { exact: true }).waitFor()

    const { items } = await requestPhone(page, 'GET', '/contacts')
    expect(items.map(({ name, company }: { name: string; company: string }) => [name, company])).toEqual([
      ['Hedy', ''],
    ])
  })
