import { z } from 'zod'
import { imageInput } from '../fields.ts'

/** A data URL, null to remove the logo, or its present URL to keep it. */
const logoInput = imageInput.nullable().optional()

/** The logos of a project: a square one and one with its name, each for a light and a dark background. */
export const logoInputs = {
  logo_url: logoInput,
  logo_full_url: logoInput,
  /** The name of `logo_full_url` in clients before 2.8.77. */
  full_logo_url: logoInput,
  logo_dark_mode_url: logoInput,
  logo_full_dark_mode_url: logoInput,
}

const logoUrl = z.string().nullable()

export const logoOutputs = {
  logo_url: logoUrl,
  logo_full_url: logoUrl,
  logo_dark_mode_url: logoUrl,
  logo_full_dark_mode_url: logoUrl,
}

/** For applications: only the logos that the project has. */
export const publicLogos = z.object(logoOutputs).partial().shape
