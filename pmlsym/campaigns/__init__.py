"""Campaigns: many tasks, in any executor, in shards, with a journal that goes on after a kill."""
